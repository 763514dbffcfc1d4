// A field for a layout's text that is answered while one types.

import { CoreError } from "./core";
import { make } from "./dom";
import { errorBox } from "./panel";

export interface TextInput {
  element: HTMLElement;
  field: HTMLTextAreaElement;
  /** Shows what the core says against the text; nothing clears it. */
  fail(error: unknown): void;
}

export function textInput(label: string, value: string, changed: (text: string) => void): TextInput {
  const field = make("textarea", { rows: Math.min(6, Math.max(2, value.split("\n").length)), spellcheck: "false", autocapitalize: "off", "aria-label": label });
  field.value = value;
  const errors = make("div", { "aria-live": "polite" });
  let timer = 0;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => changed(field.value), 120);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") field.blur();
    event.stopPropagation();
  });
  return {
    element: make("div", { class: "input" }, make("label", {}, make("span", { text: label }), field), errors),
    field,
    fail(error) {
      if (error === undefined) return errors.replaceChildren();
      const known = error instanceof CoreError;
      errors.replaceChildren(errorBox(known ? error.text : String(error), field.value, known ? error.column : undefined));
    },
  };
}
