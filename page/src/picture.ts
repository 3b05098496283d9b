// The board as a picture: an SVG that needs no style sheet, and a PNG that the browser draws of it.

/** What of the style sheet is written into each element. */
const properties = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "opacity",
  "font-size",
  "font-weight",
  "text-anchor",
] as const;

/** Colours may be mixed in ways that other programs do not know: a canvas says what comes out. */
function plainColors(): (color: string) => string {
  const known = new Map<string, string>();
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  return (color) => {
    if (!pen || color === "none" || color.startsWith("rgb")) return color;
    let plain = known.get(color);
    if (plain === undefined) {
      pen.fillStyle = color;
      pen.fillRect(0, 0, 1, 1);
      const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
      plain = `rgb(${red}, ${green}, ${blue})`;
      known.set(color, plain);
    }
    return plain;
  };
}

/** What is seen of the board, and nothing of what is for working it. */
export function svgOf(board: SVGSVGElement): string {
  const copy = board.cloneNode(true) as SVGSVGElement;
  const plain = plainColors();
  const originals = [...board.querySelectorAll("*")];
  [...copy.querySelectorAll("*")].forEach((element, i) => {
    const style = getComputedStyle(originals[i]!);
    for (const name of [...element.attributes].map((attribute) => attribute.name))
      if (/^(class|style|role|tabindex|aria-|data-)/.test(name)) element.removeAttribute(name);
    if (element.tagName === "g") return;
    for (const property of properties) {
      const value = style.getPropertyValue(property);
      element.setAttribute(property, /^(fill|stroke)$/.test(property) ? plain(value) : value);
    }
  });
  for (const touch of board.querySelectorAll(".touch, .aim"))
    copy.querySelectorAll("*")[originals.indexOf(touch)]!.setAttribute("data-gone", "");
  for (const gone of copy.querySelectorAll("[data-gone]")) gone.remove();
  const { width, height } = board.viewBox.baseVal;
  for (const name of [...copy.attributes].map((attribute) => attribute.name))
    if (name !== "viewBox") copy.removeAttribute(name);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  copy.setAttribute("font-family", "sans-serif");
  return new XMLSerializer().serializeToString(copy);
}

/** Twice as large as its numbers say, for paper and for fine screens. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * image.width;
  canvas.height = 2 * image.height;
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}
