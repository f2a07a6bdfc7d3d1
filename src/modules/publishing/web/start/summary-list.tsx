import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import type { PublishSummary } from "#modules/publishing/contract/start.ts";
import {
  type DestinationKind,
  descriptors,
  someKindHas,
  distinctValues,
} from "#modules/publishing/platforms/platforms.ts";
import { knownCategories } from "#modules/publishing/rules/categories.ts";
import { languageName } from "#modules/publishing/rules/languages.ts";
import { licenseName } from "#modules/publishing/rules/options.ts";
import { parseChapters } from "#modules/tasks/rules/chapters.ts";
import { formatBytes } from "#ui/format.ts";
import { Timecode } from "#ui/timecode.tsx";

import { platformNames } from "../destinations/kind-names.ts";
import { ChapterCount } from "../details/field-hints.tsx";
import { choicesQuery } from "../details/queries.ts";
import { ThumbnailPreviews } from "../details/thumbnail-previews.tsx";
import { ChannelCard } from "./channel-card.tsx";

/** The channels and everything that will be sent to them. */
export function SummaryList({ summary }: { summary: PublishSummary }) {
  const { title, description, tags, thumbnail, posterUrl, channel, options, captions, destinations } =
    summary;
  const { chapters } = parseChapters(description);
  const platforms = platformNames(destinations);
  const pickers = platformNames(destinations.filter(({ kind }) => descriptors[kind].has.watchPage));
  const kinds = destinations.map(({ kind }) => kind);
  const [declaring] = distinctValues(kinds, ({ has, name }) => (has.declarations ? name : null));
  return (
    <>
      <dl className="mt-8 border-t">
        <Row name={destinationsLabel(kinds)}>
          {destinations.map((destination) => (
            <ChannelCard
              key={destination.id}
              destination={destination}
              taskId={summary.taskId}
              only={destinations.length === 1}
            />
          ))}
        </Row>
        <Row name="Title">
          <p className="font-heading text-xl">{title}</p>
        </Row>
        <Row name="Description">
          <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
            {description}
          </p>
          {chapters.length > 0 && (
            <p className="mt-1 text-sm text-soft">
              <ChapterCount chapters={chapters} short={summary.short} />
            </p>
          )}
        </Row>
        <Row name="Tags">{tags.length > 0 ? tags.join(", ") : <None>No tags</None>}</Row>
        <Row name="Thumbnail">
          {!thumbnail && (
            <None>
              No custom thumbnail.
              {pickers.count > 0 &&
                ` ${pickers.names} ${pickers.count > 1 ? "pick" : "picks"} a frame of the video.`}
            </None>
          )}
          {pickers.count > 0 ? (
            <ThumbnailPreviews url={thumbnail ?? posterUrl} title={title} channel={channel.title} />
          ) : (
            thumbnail && <img src={thumbnail} alt="" className="aspect-video w-56 rounded-xs object-cover" />
          )}
        </Row>
        <Row name="Category">
          <Category id={options.categoryId} taskId={summary.taskId} />
        </Row>
        <Row name="Language">
          {options.language === null ? <None>Not set</None> : languageName(options.language)}
        </Row>
        <Row name="License">{licenseName(options.license, kinds)}</Row>
        <Row name="Captions">
          {captions.length === 0 && <None>None</None>}
          {captions.map(({ language, name, fileName }) => (
            <p key={`${language} ${name}`}>
              {languageName(language)}
              {name && `, ${name}`} <span className="text-sm text-soft">{fileName}</span>
            </p>
          ))}
        </Row>
        {declaring !== undefined && platforms.count === 1 && <YouTubeRows summary={summary} />}
        <Row name="File">
          <span className="flex flex-wrap items-baseline gap-x-3">
            <span className="wrap-anywhere">{summary.fileName}</span>
            <Timecode tone="ink">{formatBytes(summary.bytes)}</Timecode>
            <span className="text-soft">the approved version, unchanged</span>
          </span>
        </Row>
      </dl>
      {declaring !== undefined && platforms.count > 1 && (
        <section aria-labelledby="youtube-only" className="mt-8">
          <h2 id="youtube-only" className="font-heading text-xl">
            Only on {declaring}
          </h2>
          <dl className="mt-3 border-t">
            <YouTubeRows summary={summary} />
          </dl>
        </section>
      )}
    </>
  );
}

function destinationsLabel(kinds: readonly DestinationKind[]): string {
  const [noun = "destination", ...others] = distinctValues(kinds, (descriptor) => descriptor.noun);
  const one = noun.charAt(0).toUpperCase() + noun.slice(1);
  if (kinds.length === 1) return one;
  return others.length === 0 && someKindHas(kinds, "watchPage") ? `${one}s` : "Destinations";
}

/** Settings that only YouTube has. */
function YouTubeRows({ summary: { madeForKids, options } }: { summary: PublishSummary }) {
  return (
    <>
      <Row name="Audience">{madeForKids ? "Yes, made for kids" : "No, not made for kids"}</Row>
      <Row name="Altered content">{options.syntheticMedia ? "Yes, declared" : "No"}</Row>
      <Row name="Paid promotion">{options.paidPromotion ? "Yes, declared" : "No"}</Row>
      <Row name="Settings">
        {options.embeddable ? "Embedding allowed" : "Embedding not allowed"},{" "}
        {options.notifySubscribers ? "subscribers are notified" : "subscribers are not notified"}
      </Row>
      <Row name="Recording date">
        {options.recordingDate === null ? (
          <None>Not set</None>
        ) : (
          <Timecode tone="ink">{options.recordingDate}</Timecode>
        )}
      </Row>
      <Row name="Playlists">
        {options.playlists.length > 0 ? (
          options.playlists.map((each) => each.title).join(", ")
        ) : (
          <None>None</None>
        )}
      </Row>
    </>
  );
}

function Category({ id, taskId }: { id: string; taskId: number }) {
  const categories = useQuery(choicesQuery(taskId)).data?.categories ?? knownCategories;
  return categories.find((category) => category.id === id)?.title ?? id;
}

function None({ children }: { children: ReactNode }) {
  return <span className="text-soft">{children}</span>;
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 border-b py-3 sm:grid-cols-[8rem_minmax(0,1fr)] sm:gap-4">
      <dt className="text-sm text-soft sm:pt-0.5">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
