import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { AppError } from "#core/error.ts";
import { profilePath, tasksPath } from "#core/paths.ts";
import { boardEndpoints } from "#modules/board/contract/board.ts";
import { type User, peopleEndpoints, peopleError } from "#modules/people/contract/people.ts";
import { profilesEndpoints, profilesError } from "#modules/profiles/contract/profiles.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { chooseFile, pictureFile } from "#testing/web/files.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { anika, meera } from "#testing/web/samples.ts";

const bio =
  `I cut trains, rain and tea. ${"Every reel is listened to before it is looked at. ".repeat(5)}`.trim();
const dialog = page.getByRole("dialog", { name: "Edit Profile" });
const save = dialog.getByRole("button", { name: "Save" });
const edit = page.getByRole("button", { name: "Edit Profile" });

/** The user's browser with these profiles; edits change the texts of the own one. */
async function openProfile(viewer: User, path: string, others: User[] = []) {
  const screen = await startScreen(viewer);
  const { api } = screen;
  let own = viewer;
  api.on(profilesEndpoints.profile, ({ query: { username } }) => {
    if (username === own.name) return own;
    const other = others.find(({ name }) => name === username);
    if (!other) throw profilesError("profile_not_found");
    return { ...other, email: "", editable: false, timeZone: null };
  });
  const edits = api.on(profilesEndpoints.editProfile, ({ fields: { name, bio, link } }) => {
    own = { ...own, name, bio, attachedLinks: link === null ? [] : [link] };
    return own;
  });
  api.on(profilesEndpoints.reviews, () => []);
  api.on(profilesEndpoints.publishedVideos, () => []);
  await screen.open(path);
  return { ...screen, edits };
}

test("the profile of a suspended user says what that means, and offers no conversation", async () => {
  const others = [{ ...anika, suspended: true as const }];
  await openProfile(meera, profilePath({ role: "EDITOR", name: "anika" }), others);
  await expect.element(page.getByText("Suspended", { exact: true })).toBeVisible();
  await expect.element(page.getByText(/^This account is suspended. It can't be assigned/)).toBeVisible();
  await expect.element(page.getByRole("link", { name: "chat" })).not.toBeInTheDocument();
});

test("a new creator's profile shows the name once, the avatar on top, and the next steps", async () => {
  const { api } = await openProfile(meera, profilePath({ role: "YOUTUBER", name: "meera" }));
  await expect.element(page.getByRole("heading", { name: "meera", level: 1 })).toBeVisible();
  await expect.element(edit).toBeVisible();
  await expect
    .poll(() => page.getByRole("main").getByText("meera", { exact: true }).elements())
    .toHaveLength(1);
  expect(avatarIsOnTop()).toBe(true);

  const finish = page.getByRole("region", { name: "Finish your profile" });
  const part = (name: string) => finish.getByRole("listitem").filter({ hasText: name });
  for (const name of ["Name", "Picture", "Bio"])
    await expect.element(part(name)).not.toMatchTextContent(/done/);
  await finish.getByRole("button", { name: "Add the details" }).click();
  await dialog.getByLabelText("Name").fill("Meera Joshi");
  await dialog.getByLabelText(/^Bio/).fill("I film harbours.");
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  for (const name of ["Name", "Bio"]) await expect.element(part(name)).toMatchTextContent(/done/);
  await expect.element(part("Picture")).not.toMatchTextContent(/done/);
  api.on(boardEndpoints.countTasks, () => ({ assigned: 0, completed: 0 }));
  api.on(boardEndpoints.fetchTasks, () => []);
  await finish.getByRole("link", { name: "Create your first task" }).click();
  await expect.element(page.getByRole("dialog", { name: "Create Task" })).toBeVisible();
});

/** Whether the lower strip of the empty banner is behind the avatar. */
function avatarIsOnTop(): boolean {
  const article = page.getByRole("article").element();
  const strip = article.querySelector(".perforations:last-child")?.getBoundingClientRect();
  const avatar = article.querySelector("span.rounded-full");
  const box = avatar?.getBoundingClientRect();
  if (!strip || !avatar || !box) throw new Error("The banner or the avatar is missing.");
  return avatar.contains(document.elementFromPoint(box.left + box.width / 2, strip.top + strip.height / 2));
}

test("a picture that is too large gets the focus, with the reason", async () => {
  const { edits } = await openProfile(anika, profilePath({ role: "EDITOR", name: "anika" }));
  await edit.click();
  const picture = dialog.getByLabelText(/^Profile picture/);
  const large = [await pictureFile("me.png"), new ArrayBuffer(20 * 1024 ** 2)];
  chooseFile(picture.element(), new File(large, "me.png", { type: "image/png" }));
  await dialog.getByLabelText(/^Link/).fill("example.com");
  await save.click();
  await expect.element(dialog.getByText("Choose an image of at most 20 MB.")).toBeInViewport();
  await expect.element(picture).toHaveFocus();
  expect(edits).toEqual([]);
});

test("an edit states the limits, and what is refused at its field", async () => {
  const { api, edits } = await openProfile(anika, profilePath({ role: "EDITOR", name: "anika" }));
  await expect.element(page.getByText("No links available")).toBeVisible();
  await expect.element(page.getByText("unrated", { exact: true })).toBeVisible();
  await expect.element(page.getByText("Task completed: 0")).toBeVisible();
  await edit.click();
  await expect.poll(() => dialog.getByText(/up to 20 MB and 50 megapixels/).elements()).toHaveLength(2);
  await expect.element(dialog.getByText("Up to 2,000 characters")).toBeVisible();
  const picture = dialog.getByLabelText(/^Profile picture/);
  const name = dialog.getByLabelText("Name");
  await name.fill("   ");
  await userEvent.upload(picture, new File(["no picture"], "notes.txt", { type: "text/plain" }));
  await dialog.getByLabelText(/^Link/).fill("not a link");
  await save.click();
  for (const text of [
    "Name is required",
    "Choose an image, such as a JPG or PNG.",
    "Enter a web address such as example.com.",
  ])
    await expect.element(dialog.getByText(text)).toBeVisible();
  expect(edits).toEqual([]);

  await dialog.getByLabelText(/^Link/).fill("");
  await name.fill("MEERA");
  api.on(profilesEndpoints.editProfile, () => {
    throw peopleError("name_taken");
  });
  await save.click();
  await expect.element(dialog.getByText("This name is taken. Choose another one.")).toBeVisible();
  await expect.element(name).toHaveFocus();

  const unreadable = "This image can't be read.";
  api.on(profilesEndpoints.editProfile, () => {
    throw new AppError({ code: "not_an_image", status: 422, message: unreadable });
  });
  await userEvent.upload(picture, await pictureFile("damaged.png"));
  await save.click();
  await expect.element(dialog.getByRole("alert").filter({ hasText: unreadable })).toBeVisible();
});

test("a file that is no picture keeps the previous one, and is refused at its field", async () => {
  const current = "/favicon.png";
  const viewer = { ...anika, profileImgUrl: current };
  await openProfile(viewer, profilePath({ role: "EDITOR", name: "anika" }));
  await edit.click();
  const picture = dialog.getByLabelText(/^Profile picture/);
  const preview = () => dialog.element().querySelector("img")?.getAttribute("src");
  const refusal = dialog.getByText("Choose an image, such as a JPG or PNG.");
  const fake = () => new File(["no picture"], "notes.png", { type: "image/png" });
  await userEvent.upload(picture, fake());
  await expect.element(refusal).toBeVisible();
  expect(preview()).toBe(current);

  await userEvent.upload(picture, await pictureFile("me.png"));
  await expect.element(dialog.getByText("me.png")).toBeVisible();
  await expect.element(refusal).not.toBeInTheDocument();
  await expect.poll(() => dialog.element().querySelector("img")?.naturalWidth).toBe(160);
  await userEvent.upload(picture, fake());
  await expect.element(refusal).toBeVisible();
  expect(preview()).toBe(current);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect.element(refusal).not.toBeInTheDocument();
});

test("chosen pictures are sent, and the current ones can be removed", async () => {
  const picture = "/favicon.png";
  const pictures = { profileImgUrl: picture, bannerImgUrl: picture };
  const { api, edits } = await openProfile(
    { ...anika, ...pictures },
    profilePath({ role: "EDITOR", name: "anika" }),
  );
  await edit.click();
  await userEvent.upload(dialog.getByLabelText(/^Profile picture/), await pictureFile("me.png"));
  await userEvent.upload(dialog.getByLabelText(/^Banner/), await pictureFile("banner.png"));
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(edits[0]?.files).toMatchObject({
    profileImg: [{ name: "me.png" }],
    BannerImg: [{ name: "banner.png" }],
  });

  const shown = () => page.getByRole("article").element().querySelectorAll(`img[src="${picture}"]`);
  expect(shown()).toHaveLength(2);
  const removals = api.on(profilesEndpoints.editProfile, () => ({
    ...anika,
    profileImgUrl: "",
    bannerImgUrl: "",
  }));
  await edit.click();
  for (const _ of ["banner", "picture"]) await dialog.getByRole("button", { name: "Remove" }).first().click();
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(shown).toHaveLength(0);
  expect(removals[0]?.fields).toMatchObject({ removeProfileImg: true, removeBannerImg: true });
});

test("an edit is locked while it is saved, and aborted by leaving", async () => {
  const { api, open } = await openProfile(anika, tasksPath("EDITOR"));
  api.on(boardEndpoints.countTasks, () => ({ assigned: 0, completed: 0 }));
  api.on(boardEndpoints.fetchTasks, () => []);
  await open(tasksPath("EDITOR"));
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Profile" }).click();
  await edit.click();
  const aborted = vi.fn<() => void>();
  api.on(profilesEndpoints.editProfile, (_, signal) => {
    signal.addEventListener("abort", aborted);
    return new Promise(() => undefined);
  });
  const name = dialog.getByLabelText("Name");
  await name.fill("Never Saved");
  await save.click();
  await expect.element(dialog.getByRole("button", { name: "saving..." })).toBeDisabled();
  for (const label of ["Name", /^Bio/, /^Banner/])
    await expect.element(dialog.getByLabelText(label)).toBeDisabled();
  await expect.element(dialog.getByRole("button", { name: "Close" })).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).toBeVisible();
  history.back();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole("heading", { name: "Tasks", exact: true })).toBeVisible();
  await expect.poll(() => aborted.mock.calls).toHaveLength(1);
  await expect.element(page.getByText("Failed to update profile")).not.toBeInTheDocument();
  await expect.element(page.getByText("Profile updated successfully!")).not.toBeInTheDocument();
  expect(localStorage.getItem("user-storage")).not.toContain("Never Saved");
});

test("another user's profile has no edit, and its bio can be opened", async () => {
  const other = { ...anika, name: "Anika Rao", bio };
  await openProfile(meera, profilePath({ role: "EDITOR", name: "Anika Rao" }), [other]);
  await expect.element(page.getByRole("heading", { name: "Anika Rao", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "view more" }).click();
  await expect.element(page.getByRole("dialog", { name: "Bio" }).getByText(bio)).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(edit).not.toBeInTheDocument();
  await page.getByRole("link", { name: "Your profile" }).click();
  await expect.poll(() => location.pathname).toBe(profilePath({ role: "YOUTUBER", name: "meera" }));
  await expect.element(page.getByText("Videos uploaded: 0")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Your profile" })).not.toBeInTheDocument();
});

test("an unknown user is a page that was not found", async () => {
  const { api } = await openProfile(anika, profilePath({ role: "EDITOR", name: "nobody here" }));
  api.on(peopleEndpoints.searchUser, () => []);
  api.on(tasksEndpoints.teammates, () => []);
  await expect.poll(() => document.title).toBe("User not found · Reelay");
  await expect.element(page.getByRole("heading", { name: "User not found" })).toBeInTheDocument();
  await expect.element(page.getByText(/No user with that name\./)).toBeVisible();
  await page.getByRole("button", { name: "Search for users" }).click();
  await expect.element(page.getByRole("dialog", { name: "Search" })).toBeVisible();
});

test("the top users have their figures and the start of their bio, and link to their profile", async () => {
  const { api, open } = await openProfile(meera, profilePath({ role: "YOUTUBER", name: "meera" }), [
    { ...anika, bio },
  ]);
  const figures = { videosUploaded: 0, rating: 0, tasksCompleted: 1 };
  api.on(profilesEndpoints.topEditors, () => [
    { ...anika, bio, ...figures },
    { ...anika, id: 9, name: "ravi", bio: null, ...figures },
  ]);
  await open(profilePath({ role: "YOUTUBER", name: "meera" }));
  const editors = page.getByRole("region", { name: "Top Editors" });
  await expect.element(editors.getByText("based on ratings and tasks completed")).toBeVisible();
  const top = editors.getByRole("link", { name: /anika/ });
  await expect.element(top).toMatchTextContent(/unrated, 1 task.*I cut trains, rain and tea\./);
  await expect.element(top).not.toMatchTextContent(bio.slice(0, 105));
  await expect.element(editors.getByRole("link", { name: /ravi/ })).toMatchTextContent(/no bio/);
  await top.click();
  await expect.poll(() => location.pathname).toBe(profilePath({ role: "EDITOR", name: "anika" }));
});

test("an editor's profile has the public videos that they edited", async () => {
  const { api, open } = await openProfile(meera, profilePath({ role: "YOUTUBER", name: "meera" }), [anika]);
  const asked = api.on(profilesEndpoints.publishedVideos, () => [
    {
      title: "Lagoon at low tide",
      watchUrl: "https://video.example/1",
      publishedAt: "2031-05-17T18:29:00.000Z",
      posterUrl: null,
    },
  ]);
  await open(profilePath({ role: "EDITOR", name: "anika" }));
  const work = page.getByRole("region", { name: "Published work" });
  await expect.element(work.getByRole("link", { name: /Lagoon at low tide/ })).toBeVisible();
  expect(asked.map(({ query }) => query.username)).toEqual(["anika"]);
});
