// The parameters of the layouts in a text, as a list that changes the text and follows
// it. What they are called, take and mean is the core's table of the family.

import { CoreError } from "./core";
import { choice, make } from "./dom";
import type { Session } from "./session";

interface Parameter {
  name: string;
  /** Of names that the table does not know, nothing. */
  type: string;
  values: string;
  /** The only values of a number, if there are such. */
  allowed: number[];
  optional: boolean;
  meaning: string;
  /** Nothing if the text leaves it out. */
  value?: string;
}
interface Attribute {
  attribute: string;
  meaning: string;
  parameters: Parameter[];
}

export interface ParameterList {
  /** The button that opens and closes the list. */
  button: HTMLElement;
  element: HTMLElement;
  /** To be called when the text has changed. */
  follow(): void;
}

type Control = HTMLInputElement | HTMLSelectElement;

const Words: Record<string, readonly string[]> = { "true or false": ["true", "false"], "mnThenK or kThenMn": ["mnThenK", "kThenMn"] };

/** The words that a parameter takes; nothing if they cannot be listed. */
function wordsOf(parameter: Parameter): readonly string[] | undefined {
  if (parameter.type === "number" && parameter.allowed.length > 0) return parameter.allowed.map(String);
  return Words[parameter.type];
}

export function parameterList(session: Session, text: HTMLTextAreaElement, changed: () => void): ParameterList {
  const element = make("div", { class: "parameters", id: "parameters" });
  const button = make("button", { type: "button", text: "parameters", "aria-controls": "parameters" });
  const controls = new Map<string, Control>();
  let shown = "";
  let asked = 0;

  const isOpen = (): boolean => !element.hidden;
  function open(wanted: boolean): void {
    element.hidden = !wanted;
    button.setAttribute("aria-expanded", String(wanted));
  }
  button.addEventListener("click", () => {
    open(!isOpen());
    session.note({ parameters: isOpen() ? "open" : "" });
    void follow();
  });
  open(session.state["parameters"] === "open");

  async function follow(): Promise<void> {
    if (!isOpen()) return;
    const current = ++asked;
    let list: Attribute[];
    try {
      list = await session.core.ask<Attribute[]>({ ask: "parameters", text: text.value });
    } catch (error) {
      element.replaceChildren(make("p", { class: "quiet", text: error instanceof CoreError ? error.text : String(error) }));
      shown = "";
      return;
    }
    if (current !== asked) return;
    // The same list stays, so that whoever types into it keeps the focus.
    const form = JSON.stringify(list.map((each) => [each.attribute, each.parameters.map(({ name, type }) => [name, type])]));
    if (form !== shown) {
      shown = form;
      controls.clear();
      element.replaceChildren(...(list.length > 0 ? list.map(attributeFields) : [make("p", { class: "quiet", text: "The text has no layout with parameters, such as #ttg.blocked<{...}>, or its brackets are not closed." })]));
    }
    list.forEach((attribute, i) => attribute.parameters.forEach((parameter) => {
      const control = controls.get(`${i} ${parameter.name}`);
      if (control && control !== document.activeElement) showValue(control, parameter.value ?? "");
    }));
  }

  function attributeFields({ attribute, meaning, parameters }: Attribute, number: number): HTMLElement {
    const fields = parameters.map((parameter) => parameterField(parameter, number));
    return make("fieldset", {}, make("legend", {}, make("b", { text: attribute }), ` ${meaning}`), ...fields);
  }

  function parameterField(parameter: Parameter, number: number): HTMLElement {
    const id = `parameter-${number}-${parameter.name.replace(".", "-")}`;
    const change = (value: string): void => void apply(number, parameter.name, value);
    const words = wordsOf(parameter);
    let control: Control;
    if (words) {
      const left = parameter.optional ? [["", "left out"] as const] : [];
      control = choice([...left, ...words.map((word) => [word, word] as const)], parameter.value ?? "", change);
    } else {
      const input = make("input", { value: parameter.value ?? "", placeholder: parameter.optional ? "left out" : "missing", spellcheck: "false", autocapitalize: "off" });
      input.addEventListener("input", () => change(input.value));
      control = input;
    }
    control.addEventListener("keydown", (event) => event.stopPropagation());
    control.setAttribute("aria-describedby", id);
    controls.set(`${number} ${parameter.name}`, control);
    const form = [parameter.type, parameter.values, parameter.optional ? "may be left out" : ""].filter((part) => part !== "").join(", ");
    return make("div", {},
      make("label", {}, make("span", { text: parameter.name }), control),
      make("p", { id }, parameter.meaning || "a name of an older or a shorter form", make("small", { text: form })));
  }

  /** A value that is no word of the choice is shown too: it may have been typed. */
  function showValue(control: Control, value: string): void {
    if (control instanceof HTMLSelectElement && ![...control.options].some((option) => option.value === value))
      control.append(make("option", { value, text: value || "missing" }));
    control.value = value;
  }

  async function apply(number: number, parameter: string, value: string): Promise<void> {
    const control = controls.get(`${number} ${parameter}`);
    try {
      text.value = await session.core.ask<string>({ ask: "change", text: text.value, attribute: String(number), parameter, value: value.trim() });
      control?.removeAttribute("aria-invalid");
      control?.removeAttribute("title");
    } catch (error) {
      // An open bracket: the text waits until it is closed.
      control?.setAttribute("aria-invalid", "true");
      control?.setAttribute("title", error instanceof CoreError ? error.text : String(error));
      return;
    }
    changed();
  }

  return { button, element, follow: () => void follow() };
}
