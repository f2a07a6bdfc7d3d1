import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { endpointAddress } from "#core/endpoint-address.ts";
import type { Endpoint } from "#core/endpoint.ts";
import type { GuestRight } from "#core/permission.ts";
import { channelEndpoints } from "#modules/analytics/contract/channel.ts";
import { videosEndpoints } from "#modules/analytics/contract/videos.ts";
import { guestEndpoints, guestLinkEndpoints } from "#modules/feedback/contract/guests.ts";
import { suspendUser } from "#modules/operators/server/users/actions.ts";
import { profilesEndpoints } from "#modules/profiles/contract/profiles.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { relationAbilities, isAbilityOfRole, type Relation } from "#modules/tasks/rules/access.ts";
import { managerRights } from "#modules/team/rules/team.ts";
import { addMember, removeMember } from "#modules/team/server/public/team.ts";
import { bodyNaming, queryNaming, someUuid } from "#testing/endpoint-inputs.ts";
import { addVersionInReview } from "#testing/reviewed-version.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";
import { addContributor, addManager } from "#testing/team.ts";

/**
 * Calls every endpoint without a session, as unrelated users of each role, in each relation to the task, and as guests of
 * review links. The expectation is the contract's permission, so an endpoint without its check fails here.
 */
describe("the permission table", () => {
  let app: TestApp;
  let creator: Person;
  let editor: Person;
  let unrelatedCreator: Person;
  let unrelatedEditor: Person;
  let taskId: number;
  let targets = 0;

  beforeAll(async () => {
    app = await startApp();
    creator = await app.join("meera", "YOUTUBER");
    editor = await app.join("anika", "EDITOR");
    unrelatedCreator = await app.join("jonas", "YOUTUBER");
    unrelatedEditor = await app.join("noor", "EDITOR");
    taskId = await createTask();
  });
  afterAll(async () => app?.stop());

  async function createTask(): Promise<number> {
    const created = await creator.call(tasksEndpoints.createTask, {
      form: {
        fields: {
          taskTitle: "Monsoon on the Konkan line",
          workDescription: "Open on the bridge.",
          deadline: "2027-01-31",
          assignedTo: editor.user.name,
        },
        files: {},
      },
    });
    return created.data.id;
  }

  /**
   * Sends an empty request to an existing task, which only the permission check may reject with 401, 403 or
   * 404.
   */
  async function callEndpoint(
    endpoint: Endpoint,
    cookie: string | undefined,
    { id, linkId = someUuid }: { id: number; linkId?: string },
  ): Promise<Verdict> {
    // A new user for each call about one: operators end sessions and delete accounts.
    const personId = endpoint.path.includes(":personId")
      ? (await app.person(`target-${(targets += 1)}`, "EDITOR")).id
      : unrelatedEditor.user.id;
    const ids = {
      personId,
      queue: "sign-in.sweep",
      jobId: someUuid,
      invitationId: someUuid,
      videoId: someUuid,
      downloadId: someUuid,
      deliveryId: someUuid,
      destinationId: someUuid,
      commentId: someUuid,
      captionId: someUuid,
      presetId: someUuid,
      findingKey: "silence-1-1",
      roomId: someUuid,
    };
    const params = { id, taskId: id, token: "a-token", linkId, ...ids };
    const body = bodyNaming(endpoint, { id, channel: creator.user.id });
    const response = await app.app.inject({
      method: endpoint.method,
      url: endpointAddress(endpoint, {
        params,
        query: queryNaming(endpoint, { id, channel: creator.user.id }),
      }),
      headers: { ...body.headers, ...(cookie && { cookie }) },
      ...(body.payload && { payload: body.payload }),
    });
    const isFile = response.headers["content-type"]?.toString().startsWith("text/csv") ?? false;
    const { code } = isFile ? {} : response.json<{ code?: string }>();
    if (isForOperators(endpoint) && code === "not_found") return 404;
    return verdict(response.statusCode, code);
  }

  /** The expected status of a caller by the contract and by what their relations to the task allow. */
  function expectedStatus(
    { permission }: Endpoint,
    caller: Caller | null,
    relations: readonly Relation[],
  ): Verdict {
    if (permission === "anyone") return "through";
    if ("operator" in permission) return caller?.user?.operator ? "through" : 404;
    if (!caller?.user || "guest" in permission) return 401;
    const { role } = caller.user;
    if ("channel" in permission) {
      const hasRight = permission.channel === "create tasks" ? mayCreateTasks : mayViewFigures;
      return relations.some(hasRight) ? "through" : 403;
    }
    if (!("task" in permission)) return permission.roles?.includes(role) === false ? 403 : "through";
    if (relationAbilities(relations).includes(permission.task)) return "through";
    return relations.length === 0 && isAbilityOfRole(permission.task, role) ? 404 : 403;
  }

  async function table(caller: Caller | null, id: number, relations: readonly Relation[] = []) {
    const found: Record<string, Verdict> = {};
    const expected: Record<string, Verdict> = {};
    // Contributors who have left a task can do nothing else with it.
    const endpoints = app.endpoints.toSorted(
      (a, b) => Number(leavesTask(a.name)) - Number(leavesTask(b.name)),
    );
    for (const { name, endpoint } of endpoints) {
      if (endsSession(name)) continue;
      found[name] = await callEndpoint(endpoint, caller?.cookie, { id });
      expected[name] = expectedStatus(endpoint, caller, relations);
    }
    return { found, expected };
  }

  it("covers every endpoint", () => {
    expect(app.endpoints.length).toBeGreaterThan(20);
  });

  it("requires a session, except for public endpoints", async () => {
    const { found, expected } = await table(null, taskId);
    expect(found).toEqual(expected);
  });

  it.each(["unrelated creator", "unrelated editor"])("hides the task from a %s", async (role) => {
    const caller = role === "unrelated creator" ? unrelatedCreator : unrelatedEditor;
    const { found, expected } = await table(caller, taskId);
    expect(found).toEqual(expected);
  });

  it("hides the administration from everybody but operators, and their own role decides about the rest", async () => {
    const olga = await app.join("olga", "YOUTUBER");
    const unconfirmed = await table(olga, taskId);
    expect(unconfirmed.found).toEqual(unconfirmed.expected);
    await app.confirmEmail(olga);
    const operator = { ...olga, user: { ...olga.user, operator: true } };
    const { found, expected } = await table(operator, taskId);
    expect(found).toEqual(expected);
    expect(Object.values(unconfirmed.expected).filter((each) => each === 404).length).toBeGreaterThan(
      Object.values(expected).filter((each) => each === 404).length + 5,
    );
  });

  it("treats a suspended user like one without a session", async () => {
    const suspended = await app.join("sunil", "YOUTUBER");
    await app.run(null, (ctx) => suspendUser(ctx, suspended.user.id));
    const { found, expected } = await table({ ...suspended, user: null }, taskId);
    expect(found).toEqual(expected);
  });

  it("keeps every path below /admin for operators, and nothing else", () => {
    for (const { endpoint } of app.endpoints) {
      expect([endpoint.path, isForOperators(endpoint)]).toEqual([
        endpoint.path,
        endpoint.path.startsWith("/admin/"),
      ]);
    }
  });

  it("answers operators' endpoints to others like an unknown path", async () => {
    const unknown = await app.app.inject({
      url: "/api/v1/admin/nothing",
      headers: { cookie: creator.cookie },
    });
    const hidden = await app.app.inject({ url: "/api/v1/admin/users", headers: { cookie: creator.cookie } });
    expect([hidden.statusCode, hidden.json()]).toEqual([404, unknown.json()]);
  });

  it("rejects top lists with the specified message", async () => {
    const refused = await creator.call(profilesEndpoints.topYoutubers, {});
    expect(refused).toMatchObject({ status: 403, message: "Invalid role for fetching top users" });
  });

  it("responds to another user's task as to a missing one", async () => {
    const theirs = await table(unrelatedCreator, taskId);
    const none = await table(unrelatedCreator, 999_999);
    expect(theirs.found).toEqual(none.found);
  });

  it("hides the task from an editor who declined it", async () => {
    const declined = await createTask();
    const body = { reason: "No time." };
    await editor.call(tasksEndpoints.declineTask, { params: { id: declined }, body });
    const { found, expected } = await table(editor, declined);
    expect(found).toEqual(expected);
  });

  it("admits the task's creator", async () => {
    const { found, expected } = await table(creator, taskId, [{ kind: "owner" }]);
    expect(found).toEqual(expected);
  });

  it("admits the task's editor", async () => {
    const { found, expected } = await table(editor, taskId, [{ kind: "lead_editor" }]);
    expect(found).toEqual(expected);
  });

  it("hides results from the editor alone while the creator doesn't share them", async () => {
    const results = [videosEndpoints.videoResults, videosEndpoints.videoResultsFile];
    const seenBy = (caller: Person) =>
      Promise.all(results.map((endpoint) => callEndpoint(endpoint, caller.cookie, { id: taskId })));
    const share = (shareResults: boolean) =>
      creator.call(channelEndpoints.saveSettings, { body: { shareResults } });
    await share(false);
    expect([await seenBy(creator), await seenBy(editor)]).toEqual([
      ["through", "through"],
      [403, 403],
    ]);
    await share(true);
    expect(await seenBy(editor)).toEqual(["through", "through"]);
  });

  describe("of the team", () => {
    // The creator has cancelled it above, so no call of an ability ends another relation.
    const allRights = [...managerRights];

    it.each([
      ["without rights", "EDITOR", []],
      ["who may create tasks", "EDITOR", ["create_tasks"]],
      ["who may review", "EDITOR", ["review"]],
      ["who may publish", "EDITOR", ["publish"]],
      ["with all rights", "EDITOR", allRights],
      ["with the role of a creator", "YOUTUBER", ["review"]],
    ] as const)("admits a manager %s to what the rights allow", async (name, role, rights) => {
      const manager = await app.join(`manager-${name.replaceAll(" ", "-")}`, role);
      await addManager(app, { creator, manager }, rights);
      const { found, expected } = await table(manager, taskId, [{ kind: "manager", rights }]);
      expect(found).toEqual(expected);
    });

    it.each([
      ["without rights", "EDITOR", []],
      ["who may upload", "EDITOR", ["upload"]],
      ["who may attach files", "YOUTUBER", ["attach"]],
    ] as const)("admits a contributor %s to what the rights allow", async (name, role, rights) => {
      const contributor = await app.join(`helper-${name.replaceAll(" ", "-")}`, role);
      await addContributor(app.db, { taskId, person: contributor }, rights);
      const { found, expected } = await table(contributor, taskId, [{ kind: "contributor", rights }]);
      expect(found).toEqual(expected);
    });

    it("admits a manager who is also the editor to both", async () => {
      const rights = ["review"] as const;
      await addManager(app, { creator, manager: editor }, rights);
      const relations = [{ kind: "manager", rights }, { kind: "lead_editor" }] as const;
      const { found, expected } = await table(editor, taskId, relations);
      expect(found).toEqual(expected);
    });

    it.each(["EDITOR", "YOUTUBER"] as const)("hides the task from a former manager (%s)", async (role) => {
      const former = await app.join(`former-${role.toLowerCase()}`, role);
      await addManager(app, { creator, manager: former }, allRights);
      const membership = { creatorId: creator.user.id, personId: former.user.id };
      await app.run(null, (ctx) => removeMember(ctx, membership));
      const { found, expected } = await table(former, taskId);
      expect(found).toEqual(expected);
    });

    it("hides the task from managers of other creators, and from editors of the team", async () => {
      const other = await app.join("manager-of-another", "EDITOR");
      await addManager(app, { creator: unrelatedCreator, manager: other }, allRights);
      const colleague = await app.join("editor-of-the-team", "EDITOR");
      const edits = { personId: colleague.user.id, kind: "editor", rights: [] } as const;
      const team = { creatorId: creator.user.id, publishAgreement: null };
      await app.run(null, (ctx) => addMember(ctx, { ...edits, ...team }));
      for (const stranger of [other, colleague]) {
        const { found, expected } = await table(stranger, taskId);
        expect(found).toEqual(expected);
      }
    });
  });

  describe("of guests", () => {
    let id: number;
    let linkId: string;

    beforeAll(async () => {
      id = await createTask();
      await addVersionInReview(app.db, { taskId: id, editorId: editor.user.id });
      linkId = (await createLink({ mayComment: true, mayDownload: true })).linkId;
    });

    async function createLink(rights: LinkRights) {
      const { data } = await creator.call(guestLinkEndpoints.createGuestLink, {
        params: { id },
        body: rights,
      });
      const cookie = await openLink(data.id, data.path?.split("#")[1] ?? "");
      return { linkId: data.id, cookie };
    }

    async function openLink(link: string, secret: string): Promise<string> {
      const body = { secret, name: "Anna" };
      const opened = await app.nobody.call(guestEndpoints.openGuestLink, { params: { linkId: link }, body });
      expect(opened.status).toBe(200);
      return opened.cookie ?? "";
    }

    /** Calls every endpoint, those for guests with this link. `rights` are null for guests of other links. */
    async function guestTable(cookie: string, link: string, rights: readonly GuestRight[] | null) {
      const found: Record<string, Verdict> = {};
      const expected: Record<string, Verdict> = {};
      for (const { name, endpoint } of app.endpoints) {
        const { permission } = endpoint;
        found[name] = await callEndpoint(endpoint, cookie, { id, linkId: link });
        if (permission === "anyone") expected[name] = "through";
        else if (isForOperators(endpoint)) expected[name] = 404;
        else if (!("guest" in permission) || rights === null) expected[name] = 401;
        else expected[name] = rights.includes(permission.guest) ? "through" : 403;
      }
      return { found, expected };
    }

    it.each<readonly GuestRight[]>([
      ["view"],
      ["view", "comment"],
      ["view", "download"],
      ["view", "watch_together"],
    ])("admits a guest who may %s (and %s)", async (...rights) => {
      const link = await createLink({
        mayComment: rights.includes("comment"),
        mayDownload: rights.includes("download"),
        mayWatchTogether: rights.includes("watch_together"),
      });
      const { found, expected } = await guestTable(link.cookie, link.linkId, rights);
      expect(found).toEqual(expected);
    });

    it("rejects the guest of another link", async () => {
      const other = await createLink({ mayComment: true, mayDownload: true });
      const { found, expected } = await guestTable(other.cookie, linkId, null);
      expect(found).toEqual(expected);
    });

    it("rejects the guest of a revoked link", async () => {
      const link = await createLink({ mayComment: true, mayDownload: true });
      await creator.call(guestLinkEndpoints.revokeGuestLink, { params: { id, linkId: link.linkId } });
      const { found, expected } = await guestTable(link.cookie, link.linkId, null);
      expect(found).toEqual(expected);
    });

    it("rejects users without the cookie of a guest, also the members of the task", async () => {
      for (const member of [creator, editor]) {
        expect(await callEndpoint(guestEndpoints.guestPreview, member.cookie, { id, linkId })).toBe(401);
      }
    });
  });
});

interface LinkRights {
  mayComment: boolean;
  mayDownload: boolean;
  mayWatchTogether?: boolean;
}

type Verdict = "through" | number;

/** `user` is null for a cookie without a session. */
type Caller = Pick<Person, "cookie"> & { user: Person["user"] | null };

/** Whether a relation to a task includes the right to create others in its channel. */
function mayViewFigures({ kind }: Relation): boolean {
  return kind === "owner" || kind === "manager";
}

function mayCreateTasks(relation: Relation): boolean {
  return (
    relation.kind === "owner" || (relation.kind === "manager" && relation.rights.includes("create_tasks"))
  );
}

function isForOperators({ permission }: Endpoint): boolean {
  return permission !== "anyone" && "operator" in permission;
}

/**
 * A refusal of permission, or a defect. A 404 counts where it hides the task; one about something else (no version yet,
 * no such profile) comes from behind the guard.
 */
function verdict(status: number, code: string | undefined): Verdict {
  const refused = status === 401 || status === 403 || code === "task_not_found";
  return refused || status >= 500 ? status : "through";
}

/** Calls that would end the session of the caller. */
function endsSession(name: string): boolean {
  return name.endsWith(".logout");
}

/** Calls that end the caller's relation to the task. */
function leavesTask(name: string): boolean {
  return name.endsWith(".leaveTask");
}
