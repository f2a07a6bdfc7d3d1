import { startUploadPath } from "#core/paths.ts";
import { videosEndpoints } from "#modules/analytics/contract/videos.ts";
import { decisionEndpoints } from "#modules/feedback/contract/decisions.ts";
import { profilesEndpoints } from "#modules/profiles/contract/profiles.ts";
import { destinationsEndpoints } from "#modules/publishing/contract/destinations.ts";
import { startEndpoints } from "#modules/publishing/contract/start.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { type Client, createClient, type Transport } from "#testing/client.ts";
import { authorizeInSandbox, chooseLife } from "#testing/sandbox.ts";

import { callOrThrow, file, untilTrue } from "./api.ts";
import { conversations } from "./conversations.ts";
import { awaitEmail, confirmAddress } from "./emails.ts";
import { fillConversation, clientId } from "./fill-conversation.ts";
import { fillTeams, inviteByEmail } from "./fill-team.ts";
import { isCompared, repeatFilm } from "./films.ts";
import type { Past } from "./move-into-past.ts";
import { banner, portrait } from "./pictures.ts";
import { untilChecked, untilMade, untilStage } from "./progress.ts";
import type { Renderer } from "./renderer.ts";
import {
  members,
  password,
  people,
  type PersonKey,
  type SeedPerson,
  type SeedTask,
  tasks,
} from "./studio.ts";
import { createTimelines, type Timeline } from "./timeline.ts";
import { markDone, writeComments } from "./write-comments.ts";

const day = 24 * 3600 * 1000;

/** Creates the sample studio in an empty Reelay through its API. Returns when its events are to have happened. */
export async function fillStudio(at: {
  transport: Transport;
  renderer: Renderer;
  /** The sandbox platform whose mailbox receives the emails; null to send none about the tasks. */
  sandboxUrl: string | null;
  say: (line: string) => void;
}): Promise<Past> {
  const { transport, renderer, sandboxUrl, say } = at;
  const createTimeline = createTimelines();
  const ofPeople = createTimeline();
  const clients = new Map<PersonKey, Client>();
  ofPeople.mark(210);
  for (const [key, person] of Object.entries(people) as [PersonKey, SeedPerson][]) {
    clients.set(key, await join(transport, person));
    say(`${person.name} joined`);
  }
  const personClient = (key: PersonKey) => clients.get(key) ?? createClient(transport);
  await ofPeople.at(130, () => fillTeams(personClient));
  say(`${members.length} members of teams`);
  const ofTasks: Past["tasks"][number][] = [];
  // Tasks of the same two users follow each other, because they share a conversation; others go on at the same time.
  const ends = new Map<string, Promise<void>>();
  const publish = inTurn();
  for (const task of tasks) {
    if (task.emails && sandboxUrl !== null) {
      await Promise.all(ends.values());
      await Promise.all(
        [task.creator, task.editor].map((key) =>
          confirmAddress(personClient(key), people[key].email, sandboxUrl),
        ),
      );
    }
    const timeline = createTimeline();
    const clientsOfTask = { creator: personClient(task.creator), editor: personClient(task.editor) };
    const taskId = await createTask(task, clientsOfTask.creator, { renderer, timeline });
    ofTasks.push({ taskId, marks: timeline.marks });
    const pair = `${task.creator} ${task.editor}`;
    const before = ends.get(pair);
    const advance = async () => {
      await before;
      await advanceTask(task, taskId, { ...clientsOfTask, renderer, timeline, publish });
      say(`${task.taskTitle}: ${task.until.replace("_", " ")}`);
    };
    const end = advance();
    // Its error is thrown where all are awaited.
    end.catch(() => undefined);
    ends.set(pair, end);
  }
  await Promise.all(ends.values());
  const ids = new Map<PersonKey, number>();
  for (const [key, client] of clients) ids.set(key, await clientId(client));
  const ofConversations = await Promise.all(
    conversations.map(async (conversation) => {
      const timeline = createTimeline();
      await fillConversation(conversation, personClient, { ffmpeg: renderer.ffmpeg, timeline });
      const [one, other] = conversation.between;
      return { between: [ids.get(one) ?? 0, ids.get(other) ?? 0] as const, marks: timeline.marks };
    }),
  );
  say(`${conversations.length} conversations`);
  if (sandboxUrl !== null) {
    const invitedEmail = await inviteByEmail(personClient);
    await awaitEmail(invitedEmail, "invited you", sandboxUrl);
    await awaitEmail(people.meera.email, "Ready to review", sandboxUrl);
    say(`Emails at ${sandboxUrl}/mailbox`);
  }
  return {
    tasks: ofTasks,
    conversations: ofConversations,
    people: { ids: [...ids.values()], marks: ofPeople.marks },
  };
}

type InTurn = <T>(act: () => Promise<T>) => Promise<T>;

/** Runs actions one after the other, such as the first connection of a channel and the next publication on it. */
function inTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const result = last.then(act);
    last = result.catch(() => undefined);
    return result;
  };
}

async function join(transport: Transport, person: SeedPerson): Promise<Client> {
  const { email, role, name, bio, link } = person;
  const signedUp = await createClient(transport).call(passwordEndpoints.signup, {
    body: { email, password, role },
  });
  if (signedUp.code === "email_taken") throw new Error("The sample studio already exists.");
  if (!signedUp.cookie) throw new Error(signedUp.message);
  const client = createClient(transport, signedUp.cookie);
  const files = {
    profileImg: [file(await portrait(person), "portrait.png", "image/png")],
    BannerImg: [file(await banner(person), "banner.png", "image/png")],
  };
  await callOrThrow(client, profilesEndpoints.editProfile, { form: { fields: { name, bio, link }, files } });
  return client;
}

/** The date as the form sends it: the last minute of the day. */
function endOfDay(daysFromNow: number): string {
  const end = new Date(Date.now() + daysFromNow * day);
  end.setHours(23, 59, 0, 0);
  return end.toISOString();
}

const order = ["assigned", "in_review", "changes_requested", "approved", "published"] as const;
/** Returns the id of the task. */
async function createTask(
  seed: SeedTask,
  creator: Client,
  { renderer, timeline }: { renderer: Renderer; timeline: Timeline },
): Promise<number> {
  const { taskTitle, workDescription, title, description } = seed;
  const thumbnail = file(await renderer.thumbnail(seed.thumbnail), "thumbnail.png", "image/png");
  const brief = {
    form: {
      fields: {
        taskTitle,
        workDescription,
        title,
        description,
        deadline: endOfDay(seed.dueIn),
        assignedTo: people[seed.editor].name,
        madeForKids: "false" as const,
        tags: JSON.stringify(seed.tags),
        contributors: JSON.stringify(
          (seed.contributors ?? []).map(({ person, label, rights }) => ({
            username: people[person].name,
            label,
            rights,
          })),
        ),
      },
      files: { thumbnail: [thumbnail] },
    },
  };
  const { id } = await timeline.at(seed.assigned, async () =>
    callOrThrow(creator, tasksEndpoints.createTask, brief),
  );
  return id;
}

/** Takes a task to its stage. */
async function advanceTask(
  seed: SeedTask,
  taskId: number,
  work: Record<"creator" | "editor", Client> & { renderer: Renderer; timeline: Timeline; publish: InTurn },
): Promise<void> {
  const { creator, editor, renderer, timeline } = work;
  const reaches = (stage: (typeof order)[number]) => order.indexOf(seed.until) >= order.indexOf(stage);
  if (!reaches("in_review")) return;
  const { cuts = [] } = seed;
  for (const [index, { film, repeats, comments, arrived, decided }] of cuts.entries()) {
    const version = index + 1;
    const rendered = await renderer.film(film);
    const content = repeats ? await repeatFilm(rendered, repeats, renderer.ffmpeg) : rendered;
    const video = file(content, `${seed.thumbnail}-cut-${version}.mp4`, "video/mp4");
    await timeline.at(arrived, async () => {
      await callOrThrow(editor, reviewEndpoints.uploadVideoToServer, {
        form: { fields: { taskId }, files: { video: [video] } },
      });
      await untilStage(creator, taskId, "in_review");
    });
    await writeComments({ creator, editor }, { taskId, version }, comments);
    const isLast = version === cuts.length;
    if (!isLast && isCompared(film)) await untilMade(creator, taskId, "lightUrl");
    // Results show the storyboard that is there when the version is published.
    if (isLast && seed.published) await untilMade(creator, taskId, "storyboardUrl");
    if (decided === undefined) {
      await untilChecked(creator, { taskId, version });
      timeline.mark(arrived / 2);
    } else if (isLast && reaches("approved")) {
      await timeline.at(decided, async () =>
        callOrThrow(creator, reviewEndpoints.approve, { params: { id: taskId }, body: { version } }),
      );
    } else {
      const feedback = (isLast && seed.feedback) || "See the comments.";
      await timeline.at(decided, async () =>
        callOrThrow(creator, decisionEndpoints.reject, {
          params: { id: taskId },
          body: { version, feedback },
        }),
      );
      if (!isLast) await markDone(editor, { taskId, version }, comments);
    }
  }
  const { published, rating } = seed;
  if (!published) return;
  await work.publish(async () => {
    await timeline.at(published.daysAgo, () => publish(creator, taskId));
    await readFigures(creator, taskId, published);
  });
  if (!rating) return;
  const { daysAgo, ...stars } = rating;
  await timeline.at(daysAgo, async () =>
    callOrThrow(creator, profilesEndpoints.rate, { body: { taskId, ...stars } }),
  );
}

async function publish(creator: Client, taskId: number): Promise<void> {
  const address = await callOrThrow(creator, destinationsEndpoints.authorize, { query: { taskId } });
  const isConnected = new URL(address).pathname === startUploadPath;
  if (!isConnected) {
    const { code, state } = await authorizeInSandbox(address);
    await callOrThrow(creator, destinationsEndpoints.getAccessToken, {
      body: { code: code ?? "", taskId, ...(state !== null && { state }) },
    });
  }
  await callOrThrow(creator, startEndpoints.startDelivery, { body: { taskId, visibility: "public" } });
  await untilStage(creator, taskId, "published");
}

/** Makes the video older at the sandbox platform, allows Reelay to read its figures, and waits for them. */
async function readFigures(
  creator: Client,
  taskId: number,
  { daysAgo: publishedDaysAgo, life: seed }: NonNullable<SeedTask["published"]>,
): Promise<void> {
  const input = { params: { taskId }, query: {} };
  const { publication } = await callOrThrow(creator, videosEndpoints.videoResults, input);
  const { destinationId, watchUrl } = publication;
  const address = URL.parse(watchUrl ?? "");
  const videoId = address?.searchParams.get("v");
  if (!address || !videoId || destinationId === null) throw new Error("The video has no page.");
  await chooseLife(address.origin, videoId, { publishedDaysAgo, seed });
  const body = { destinationId };
  const consent = await callOrThrow(creator, destinationsEndpoints.authorizeFigures, { body });
  const { code, state } = await authorizeInSandbox(consent);
  const returned = { code: code ?? "", ...(state !== null && { state }) };
  await callOrThrow(creator, destinationsEndpoints.finishAuthorization, { body: returned });
  await untilTrue(`The figures of task ${taskId} were not read`, async () => {
    const results = await callOrThrow(creator, videosEndpoints.videoResults, input);
    return results.publication.state === "ready" && results.video.storyboard !== null;
  });
}
