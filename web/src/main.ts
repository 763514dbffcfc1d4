// Starts the page: reads what `heddle` put into it, and shows the view of the URL.

import { banksView } from "./banksView";
import { convertView } from "./convertView";
import { Core } from "./core";
import { diffView } from "./diffView";
import { choice, field, make } from "./dom";
import { kernelView } from "./kernelView";
import { layoutView } from "./layoutView";
import { Presets } from "./presets";
import { productView } from "./productView";
import type { PageData, Session, View } from "./session";
import { readState, writeState, type State } from "./state";

const Views: Record<string, { title: string; make: (session: Session) => View }> = {
  layout: { title: "Layout", make: layoutView },
  convert: { title: "Conversion", make: convertView },
  banks: { title: "Banks", make: banksView },
  diff: { title: "Difference", make: diffView },
  product: { title: "Product", make: productView },
  kernel: { title: "Kernel", make: kernelView },
};

function contentOf(id: string): string {
  return document.getElementById(id)?.textContent?.trim() ?? "";
}

function begin(): void {
  const data = (JSON.parse(contentOf("heddle-data") || "null") ?? { version: "" }) as PageData;
  const core = new Core(data.answers ?? {}, contentOf("heddle-core"));
  const voice = make("div", { class: "voice", "aria-live": "polite", role: "status" });
  const stage = make("main");
  const tabs = make("nav", { "aria-label": "Views" });
  let view: View | undefined;
  const session: Session = {
    core, data, state: {},
    go(state) {
      session.state = { ...state };
      writeState(session.state);
      show();
    },
    note(values) {
      session.state = { ...session.state, ...values };
      writeState(session.state);
    },
    say: (text) => (voice.textContent = text),
  };

  function show(): void {
    const name = session.state["view"] && Views[session.state["view"]] ? session.state["view"] : data.kernel ? "kernel" : "layout";
    session.state["view"] = name;
    tabs.replaceChildren(...Object.entries(Views).filter(([each]) => each !== "kernel" || data.kernel).map(([each, { title }]) =>
      make("a", { href: `#view=${each}`, "aria-current": each === name ? "page" : undefined, text: title })));
    view = Views[name]!.make(session);
    stage.replaceChildren(view.element);
    document.title = `${Views[name]!.title} – Heddle`;
  }

  const presets = choice([["", "Examples …"], ...Presets.map((preset, i) => [String(i), preset.name] as const)], "", (value) => {
    presets.value = "";
    const preset = Presets[Number(value)];
    if (value !== "" && preset) session.go(preset.state);
  }, "Examples");
  const theme = make("button", { type: "button", class: "theme", text: "◐", title: "light or dark", "aria-label": "light or dark" });
  theme.addEventListener("click", () => {
    const now = document.documentElement.dataset["theme"] ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    document.documentElement.dataset["theme"] = now === "dark" ? "light" : "dark";
    show();
  });
  document.body.replaceChildren(
    make("header", {}, make("h1", { text: "Heddle" }), tabs, make("div", { class: "right" }, field("", presets), theme)),
    stage,
    make("footer", {}, make("p", { text: `${data.version ? `${data.version}. ` : ""}Arrows move, space pins, escape clears, / types. Nothing leaves this page.` })),
    voice,
  );
  addEventListener("hashchange", () => {
    session.state = fromUrl();
    show();
  });
  addEventListener("keydown", (event) => {
    const { target } = event;
    const types = target instanceof HTMLElement && /^(TEXTAREA|INPUT|SELECT)$/.test(target.tagName);
    if (event.key === "/" && !types && view?.input) {
      view.input.focus();
      event.preventDefault();
    }
  });
  function fromUrl(): State {
    const state = readState();
    return Object.keys(state).length > 0 ? state : { ...(data.state ?? {}) };
  }
  session.state = fromUrl();
  show();
}

begin();
