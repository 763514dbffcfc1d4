// One layout: its tensor, its hardware or memory, its matrix, its properties.

import { Another, colouringBy, colouringNames, colouringOf, defaultColouring, type Colouring } from "./colouring";
import { choice, field, isDark, make } from "./dom";
import { hardwareContent, memoryContent, tensorContent } from "./layoutGrids";
import { Layout, type ViewedLayout } from "./layout";
import { LinkedGrids } from "./linked";
import { facts, gridPanel, panel, type SavedForms } from "./panel";
import { parameterList } from "./parameterList";
import { Presets } from "./presets";
import type { Session, View } from "./session";
import { textInput } from "./textInput";

const Releases = ["3.9", "3.8", "3.7", "3.6"] as const;

export function layoutView(session: Session): View {
  const { state } = session;
  const body = make("div", { class: "body" });
  const text = state["text"] ?? Presets[0]!.state["text"]!;
  const input = textInput("Layout", text, () => void update());
  const tensor = make("input", { value: state["tensor"] ?? "", placeholder: "tensor<16x16xf16>", "aria-label": "Tensor type of a layout that stands alone", spellcheck: "false" });
  tensor.addEventListener("input", () => void update());
  tensor.addEventListener("keydown", (event) => event.stopPropagation());
  const release = choice(Releases.map((each) => [each, `Triton ${each}`] as const), state["triton"] ?? "3.9", () => void update(), "Triton release");
  const parameters = parameterList(session, input.field, () => void update());
  let asked = 0;

  async function update(): Promise<void> {
    const current = ++asked;
    parameters.follow();
    const values = { text: input.field.value, tensor: tensor.value, triton: release.value === "3.9" ? "" : release.value };
    session.note(values);
    try {
      const question = { ask: "layout", text: values.text, tensor: values.tensor, triton: release.value };
      const viewed = await session.core.ask<ViewedLayout>(question);
      if (current !== asked) return;
      input.fail(undefined);
      body.replaceChildren(...pictures(session, viewed, question));
    } catch (error) {
      if (current === asked) input.fail(error);
    }
  }
  void update();
  return {
    element: make("div", {}, make("div", { class: "question" }, input.element, make("div", { class: "row" }, field("on the type", tensor), field("as in", release), parameters.button), parameters.element), body),
    input: input.field,
  };
}

/** The panels of one layout. */
export function pictures(session: Session, viewed: ViewedLayout, question: Record<string, string>): HTMLElement[] {
  const properties = panel("Properties", propertyList(viewed));
  if (!Layout.isDrawable(viewed))
    return [panel("Too large to draw", make("p", { text: "This layout has more than 4194304 locations or elements. Its properties are exact; for a picture, take a smaller tensor." })), properties];
  const layout = new Layout(viewed);
  const linked = new LinkedGrids(layout, session.say, (at) => session.note({ at }));
  const isMemory = viewed.ins.some((dim) => dim.name === "offset") && viewed.kind === "shared";
  let colouring = named(session.state["colour"]);
  const contentOf = ({ holds }: { holds: "elements" | "locations" }): ReturnType<typeof tensorContent> =>
    holds === "elements" ? tensorContent(layout, colouring) : isMemory ? memoryContent(layout, colouring) : hardwareContent(layout, colouring);

  function named(name: string | undefined): Colouring {
    const names = colouringNames(layout);
    return colouringOf(layout, name && names.includes(name) ? name : defaultColouring(layout), isDark());
  }
  const recolour = (chosen: Colouring): void => {
    colouring = chosen;
    linked.recolour(contentOf);
    key.replaceChildren(...keyOf(colouring));
  };
  const other = textInput("the layout that gives the colours", session.state["by"] ?? "", () => void colourByOther());
  other.element.hidden = true;
  async function colourByOther(): Promise<void> {
    const text = other.field.value;
    session.note({ by: text });
    if (text.trim() === "") return other.fail(undefined);
    try {
      const theirs = await session.core.ask<ViewedLayout>({ ask: "layout", text });
      const by = Layout.isDrawable(theirs) ? colouringBy(layout, new Layout(theirs), isDark()) : undefined;
      other.fail(by ? undefined : `expects a layout of a tensor of the shape ${viewed.report.shape.join("x")}, but got ${theirs.report.shape.join("x")}`);
      if (by) recolour(by);
    } catch (error) {
      other.fail(error);
    }
  }
  const chosen = (name: string): void => {
    session.note({ colour: name });
    other.element.hidden = name !== Another;
    if (name === Another) void colourByOther();
    else recolour(named(name));
  };
  const select = choice([...colouringNames(layout), Another].map((name) => [name, name] as const), session.state["colour"] === Another ? Another : colouring.name, chosen, "Colour by");
  const key = make("span", { class: "key" }, ...keyOf(colouring));
  const tensorGrid = linked.add(contentOf({ holds: "elements" }), "elements");
  const hardwareGrid = linked.add(contentOf({ holds: "locations" }), "locations");
  const pictureOf = (view: string): SavedForms => ({
    svg: () => session.core.ask<string>({ ...question, ask: "picture", view, format: "svg" }),
    text: () => session.core.ask<string>({ ...question, ask: "picture", view, format: "text" }),
  });
  const hardwareTitle = isMemory ? "Memory" : viewed.kind === "registers" ? "Hardware" : "Locations";
  const parts = [
    make("div", { class: "bar" }, field("colour by", select), key, linked.words),
    other.element,
    make("div", { class: "grids" }, gridPanel("Tensor", tensorGrid, pictureOf("tensor")), gridPanel(hardwareTitle, hardwareGrid, pictureOf(isMemory ? "memory" : "hw"))),
    make("div", { class: "grids" }, panel("Matrix over F2", linked.matrix.element), properties),
  ];
  if (session.state["colour"] === Another) chosen(Another);
  if (session.state["at"]) linked.pinElement(session.state["at"]);
  return parts;
}

function keyOf(colouring: Colouring): Node[] {
  return [make("small", { text: `${colouring.count} ${colouring.count === 1 ? colouring.noun : plural(colouring.noun)}` })];
}

function plural(noun: string): string {
  return noun === "copy" ? "copies" : `${noun}s`;
}

function propertyText(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return `[${value.join(", ")}]`;
  return value === "" ? "none" : String(value);
}

function propertyList(viewed: ViewedLayout): HTMLElement {
  const rows: [string, string, string?][] = [["bases", viewed.text]];
  for (const [name, value] of Object.entries(viewed.report.props)) {
    const reason = viewed.reasons[name];
    rows.push(reason ? [name, propertyText(value), reason] : [name, propertyText(value)]);
  }
  for (const note of viewed.report.notes ?? []) rows.push(["note", note]);
  return facts(rows);
}
