import { readFile } from "node:fs/promises";

import { type APIRequestContext, expect } from "@playwright/test";
import { z } from "zod";

import { createTaskByCall, type TestUser } from "./people.ts";

const stageReply = z.object({ data: z.object({ stage: z.string() }) });

async function post(api: APIRequestContext, path: string, data: object): Promise<void> {
  const response = await api.post(`/api/v1${path}`, { data });
  expect(response.status(), `${path}: ${await response.text()}`).toBe(200);
}

export async function readStage({ context }: TestUser, taskId: number): Promise<string> {
  const response = await context.request.get(`/api/v1/task/fetch-task/${taskId}`);
  return stageReply.parse(await response.json()).data.stage;
}

/** The editor uploads a version by the API, which is then in review. */
export async function uploadByCall(
  { creator, editor }: { creator: TestUser; editor: TestUser },
  { taskId, file }: { taskId: number; file: string },
): Promise<void> {
  const video = { name: "cut.mp4", mimeType: "video/mp4", buffer: await readFile(file) };
  const sent = await editor.context.request.post("/api/v1/task/upload-video-to-server", {
    multipart: { taskId: String(taskId), video },
  });
  expect(sent.status(), await sent.text()).toBe(200);
  await expect.poll(() => readStage(creator, taskId)).toBe("in_review");
}

/** The editor uploads a version by the API, and the creator approves it. */
export async function approveNextVersion(
  people: { creator: TestUser; editor: TestUser },
  upload: { taskId: number; version: number; file: string },
): Promise<void> {
  const { taskId, version } = upload;
  await uploadByCall(people, upload);
  await post(people.creator.context.request, `/task/approve/${taskId}`, { version });
}

/** A task with an approved version, details and a thumbnail. */
export async function approvedTask(
  people: { creator: TestUser; editor: TestUser },
  files: { video: string; thumbnail: string },
): Promise<number> {
  const { creator, editor } = people;
  const taskId = await createTaskByCall(creator, { taskTitle: "Salt road", assignedTo: editor.name });
  await approveNextVersion(people, { taskId, version: 1, file: files.video });
  const thumbnail = { name: "still.png", mimeType: "image/png", buffer: await readFile(files.thumbnail) };
  const details = await creator.context.request.patch("/api/v1/yt-upload/update-meta-data", {
    multipart: {
      taskId: String(taskId),
      title: "The salt road",
      description: "Back to the coast.",
      tags: "[]",
      madeForKids: "false",
      thumbnail,
    },
  });
  expect(details.status(), await details.text()).toBe(200);
  return taskId;
}
