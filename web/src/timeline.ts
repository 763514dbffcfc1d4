// When each warp did what, as the simulator timed it.

import { isDark, make } from "./dom";
import { categories, css } from "./palette";
import type { Trace } from "./session";

interface Event {
  name: string;
  start: number;
  length: number;
  warp: number;
  what: string;
  at: string;
}

const RowHeight = 22, Side = 60, Bottom = 20;

export function timeline(trace: Trace, goTo: (location: string) => void, say: (text: string) => void): HTMLElement {
  const events: Event[] = trace.traceEvents
    .filter((each) => each.ph === "X")
    .map((each) => ({ name: each.name, start: each.ts, length: each.dur ?? 0, warp: each.tid, what: each.args?.op ?? "", at: each.args?.at ?? "" }));
  const warps = 1 + Math.max(0, ...events.map((each) => each.warp));
  const end = Math.max(1, ...events.map((each) => each.start + each.length));
  const kinds = [...new Set(events.map((each) => each.name))];
  const colours = categories(Math.max(8, kinds.length), isDark()).map(css);
  const canvas = make("canvas", { tabindex: 0, role: "application", "aria-label": `Timeline of ${warps} warps, ${end} cycles: left and right step through the events of a warp` });
  const words = make("div", { class: "words" }, make("p", { class: "quiet", text: "Point at an event; a click shows its line." }));
  let chosen: Event | undefined;

  function draw(): void {
    const wide = canvas.parentElement?.clientWidth ?? 800, high = warps * RowHeight + Bottom;
    const ratio = devicePixelRatio;
    canvas.width = wide * ratio;
    canvas.height = high * ratio;
    canvas.style.width = `${wide}px`;
    canvas.style.height = `${high}px`;
    const context = canvas.getContext("2d")!;
    context.scale(ratio, ratio);
    const scale = (wide - Side - 8) / end;
    const ink = getComputedStyle(canvas).color;
    context.font = '11px ui-monospace, "DejaVu Sans Mono", monospace';
    context.textBaseline = "middle";
    for (let warp = 0; warp < warps; ++warp) {
      context.fillStyle = ink;
      context.fillText(`warp ${warp}`, 4, warp * RowHeight + RowHeight / 2);
    }
    for (const each of events) {
      context.fillStyle = colours[kinds.indexOf(each.name)]!;
      context.fillRect(Side + each.start * scale, each.warp * RowHeight + 2, Math.max(0.6, each.length * scale), RowHeight - 4);
    }
    if (chosen) {
      context.strokeStyle = ink;
      context.lineWidth = 2;
      context.strokeRect(Side + chosen.start * scale, chosen.warp * RowHeight + 1, Math.max(2, chosen.length * scale), RowHeight - 2);
    }
    context.fillStyle = ink;
    for (let i = 0; i <= 4; ++i) {
      context.textAlign = i === 0 ? "left" : i === 4 ? "right" : "center";
      context.fillText(`${Math.round((end * i) / 4)}`, Side + (end * i * scale) / 4, high - Bottom / 2);
    }
    context.textAlign = "left";
  }
  function choose(event: Event | undefined): void {
    chosen = event;
    draw();
    if (!event) return;
    const text = `warp ${event.warp}: ${event.name}, ${event.what} at ${event.at}, from cycle ${event.start} for ${event.length}`;
    words.replaceChildren(make("p", { text }));
    say(text);
  }
  function at(pointer: MouseEvent): Event | undefined {
    const bounds = canvas.getBoundingClientRect();
    const warp = Math.floor((pointer.clientY - bounds.top) / RowHeight);
    const scale = (bounds.width - Side - 8) / end;
    const time = (pointer.clientX - bounds.left - Side) / scale;
    const slack = 2 / scale;
    return events.find((each) => each.warp === warp && time >= each.start - slack && time <= each.start + each.length + slack);
  }
  canvas.addEventListener("pointermove", (event) => choose(at(event) ?? chosen));
  canvas.addEventListener("click", (event) => {
    choose(at(event));
    if (chosen) goTo(chosen.at);
  });
  canvas.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (event.key === "Enter" && chosen) goTo(chosen.at);
    if (step === 0) return;
    event.preventDefault();
    const own = events.filter((each) => each.warp === (chosen?.warp ?? 0)).sort((a, b) => a.start - b.start);
    choose(own[Math.max(0, Math.min(own.length - 1, (chosen ? own.indexOf(chosen) : -1) + step))]);
  });
  const legend = make("ul", { class: "legend" });
  kinds.forEach((kind, i) => {
    const swatch = make("span", { class: "swatch" });
    swatch.style.background = colours[i]!;
    legend.append(make("li", {}, swatch, kind));
  });
  const holder = make("div", { class: "timeline" }, canvas);
  new ResizeObserver(draw).observe(holder);
  return make("div", {}, holder, legend, words);
}
