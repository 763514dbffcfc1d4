// Elements are made here and nowhere else: text only ever becomes text nodes, so that
// markup in a name stays a name.

type Child = Node | string;
type Properties = Record<string, string | number | boolean | ((event: never) => void) | undefined>;

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value as EventListener);
    else if (name === "text") element.textContent = String(value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children);
  return element;
}

export function replace(parent: Element, ...children: Child[]): void {
  parent.replaceChildren(...children);
}

/** A labelled control. */
export function field(label: string, control: HTMLElement): HTMLElement {
  return make("label", { class: "field" }, make("span", { text: label }), control);
}

export function choice(
  options: readonly (readonly [string, string])[],
  value: string,
  changed: (value: string) => void,
  label?: string,
): HTMLSelectElement {
  const select = make("select", { "aria-label": label });
  for (const [name, text] of options) select.append(make("option", { value: name, text }));
  select.value = value;
  select.addEventListener("change", () => changed(select.value));
  return select;
}

export function download(name: string, content: Blob): void {
  const link = make("a", { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export function isDark(): boolean {
  const chosen = document.documentElement.dataset["theme"];
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}
