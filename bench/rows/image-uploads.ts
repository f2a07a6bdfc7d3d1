import sharp from "sharp";

import { profilesEndpoints } from "#modules/profiles/contract/profiles.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { createClient, overHttp } from "#testing/client.ts";

import { installReelay } from "../../e2e/support/reelay.ts";
import { limitFigure, mebibytes, plainFigure, type Row, seconds } from "../figure.ts";
import { watchTree } from "../processes.ts";

const password = "long reels are long";
/** Width and height in pixels, and bits per sample. The last two are the largest that the server decodes. */
const images = [
  { name: "60 MP, interlaced, 16 bits", edge: 7745, interlaced: true, wide: true },
  { name: "16 MP, interlaced, 16 bits", edge: 4080, interlaced: true, wide: true },
  { name: "49 MP, 8 bits", edge: 7000, interlaced: false, wide: false },
] as const;

/** Parallel uploads of small files that decode to large profile pictures, while another user logs in repeatedly. */
export const imageUploads: Row = {
  name: "image-uploads",
  measure: async ({ tiny, log, onEnd }) => {
    const uploads = tiny ? 2 : 16;
    log("starting the product");
    const reelay = await installReelay();
    onEnd(reelay.remove);
    const nobody = createClient(overHttp(reelay.url));
    const join = async (name: string) => {
      const body = { email: `${name}@example.com`, password, role: "EDITOR" } as const;
      return createClient(
        overHttp(reelay.url),
        (await nobody.call(passwordEndpoints.signup, { body })).cookie,
      );
    };
    const people = await Promise.all(Array.from({ length: uploads }, (_, at) => join(`editor${at}`)));
    await join("other");
    const logIn = () =>
      nobody.call(passwordEndpoints.login, { body: { email: "other@example.com", password } });
    const figures = [];
    for (const image of tiny ? images.slice(1, 2) : images) {
      const bytes = await flatPng(image);
      const alone = await slowestOf(logIn, () => false);
      const finish = await watchTree(reelay.pid());
      const sending = people.map((person, at) => {
        const profileImg = new File([new Uint8Array(bytes)], "me.png", { type: "image/png" });
        const form = { fields: { name: `editor${at}` }, files: { profileImg: [profileImg] } };
        return person.call(profilesEndpoints.editProfile, { form });
      });
      const ended = new AbortController();
      const statuses = Promise.all(sending).finally(() => ended.abort());
      const slowest = await slowestOf(logIn, () => !ended.signal.aborted);
      const cost = await finish();
      const counts = Object.entries(Object.groupBy(await statuses, ({ status }) => String(status)));
      log(`${image.name}: ${counts.map(([status, all]) => `${all?.length} × ${status}`).join(", ")}`);
      const what = `${uploads} images of ${image.name} (${Math.round(bytes.length / 1000)} kB)`;
      figures.push(
        limitFigure(`memory, ${what}`, cost.grownBytes, { max: 300 * 2 ** 20, show: mebibytes }),
        limitFigure(`slowest login of another user, ${what}`, slowest, {
          max: 1,
          show: seconds,
          baseline: alone,
        }),
        plainFigure(`CPU time, ${what}`, seconds(cost.cpuSeconds)),
      );
    }
    return figures;
  },
};

/** The longest of ten calls, and of more while `goesOn`, in seconds. */
async function slowestOf(call: () => Promise<unknown>, goesOn: () => boolean): Promise<number> {
  let slowest = 0;
  for (let calls = 0; calls < 10 || goesOn(); calls += 1) {
    const begun = performance.now();
    await call();
    slowest = Math.max(slowest, (performance.now() - begun) / 1000);
  }
  return slowest;
}

/** A PNG of one colour. */
async function flatPng({ edge, interlaced, wide }: (typeof images)[number]): Promise<Buffer> {
  const image = sharp({
    create: { width: edge, height: edge, channels: 3, background: "#345" },
    limitInputPixels: false,
  });
  return (wide ? image.toColourspace("rgb16") : image)
    .png({ progressive: interlaced, compressionLevel: 9 })
    .toBuffer();
}
