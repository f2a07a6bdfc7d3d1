/** An SVG element as an image that a canvas can draw, with the fonts that the page has loaded. Adds them to the element. */
export async function imageFromSvg(svg: SVGSVGElement): Promise<HTMLImageElement> {
  if (svg.querySelector("text")) {
    const fonts = document.createElementNS(svg.namespaceURI, "style");
    fonts.textContent = (await embeddedFonts()).join("");
    svg.prepend(fonts);
  }
  const image = new Image();
  // An image loads nothing, so everything is in it.
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await image.decode();
  return image;
}

/** A PNG file of a canvas. Throws `failure` where the browser can't make one. */
export async function pngFromCanvas(canvas: HTMLCanvasElement, failure: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((file) => {
      if (file) resolve(file);
      else reject(new Error(failure));
    }, "image/png");
  });
}

/** The rules of the fonts that the page has loaded, with their files. */
async function embeddedFonts(): Promise<string[]> {
  const key = (family: string, range: string) =>
    `${family.replaceAll('"', "")} ${range.replaceAll(" ", "").toUpperCase()}`;
  const loaded = new Set(
    [...document.fonts]
      .filter(({ status }) => status === "loaded")
      .map(({ family, unicodeRange }) => key(family, unicodeRange)),
  );
  const rules = [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].flatMap((rule) => {
      if (!(rule instanceof CSSFontFaceRule)) return [];
      const { style } = rule;
      const [, url] = /url\("?([^")]+)"?\)/.exec(style.getPropertyValue("src")) ?? [];
      const name = key(style.getPropertyValue("font-family"), style.getPropertyValue("unicode-range"));
      return url !== undefined && loaded.has(name) ? [{ rule, url, base: sheet.href ?? location.href }] : [];
    }),
  );
  return Promise.all(
    rules.map(async ({ rule, url, base }) => {
      const file = await fetch(new URL(url, base));
      return rule.cssText.replace(url, await dataUrl(await file.blob()));
    }),
  );
}

async function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.addEventListener("error", () => reject(new Error("A font can't be read.")));
    reader.readAsDataURL(blob);
  });
}
