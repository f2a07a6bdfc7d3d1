import type { Pool } from "pg";

/**
 * Figures of all published videos of a creator, who gets a YouTube channel for them: `days` days each, and a retention curve. The deliveries
 * exist already.
 */
export async function fillFigures(
  pool: Pick<Pool, "query">,
  { creatorId, days }: { creatorId: number; days: number },
): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into destinations (person_id, kind, account_id, title, picture_url, scopes, connected_at, checked_at)
    values ($1, 'youtube', 'UC-filled', 'Konkan', '', array['https://www.googleapis.com/auth/yt-analytics.readonly'], now(), now())
    returning id`,
    [creatorId],
  );
  const destinationId = rows[0]?.id;
  await pool.query(`update deliveries set destination_id = $2 where person_id = $1`, [
    creatorId,
    destinationId,
  ]);
  await pool.query(
    `insert into analysed_videos (delivery_id, destination_id, person_id, task_id, platform_video_id, published_at, next_fetch_at,
      fetched_at, complete_until, current_views, counted_at, total_views, total_watch_seconds, total_average_view_percent)
    select id, destination_id, person_id, task_id, task_id::text, now() - $2 * interval '1 day', now() + interval '1 day',
      now(), current_date - 3, 1000, now(), 1000 + task_id % 997, 60000, 45.5
    from deliveries where person_id = $1`,
    [creatorId, days],
  );
  await pool.query(
    `insert into video_days (delivery_id, age, day, views, engaged_views, watch_seconds, average_view_seconds,
      average_view_percent, likes, comments, shares, subscribers_gained, subscribers_lost, views_until, watch_seconds_until,
      average_percent_until)
    select delivery_id, age, current_date - $2::int + age, 100, 80, 6000, 60, 45.5, 4, 1, 1, 2, 0,
      100 * (age + 1) + task_id % 997, 6000 * (age + 1), 45.5
    from analysed_videos, generate_series(0, $2::int - 4) as age where person_id = $1`,
    [creatorId, days],
  );
  await pool.query(
    `insert into video_retention (delivery_id, audience_watch_ratio, relative_retention_performance, started_watching,
      stopped_watching)
    select delivery_id, array(select 1 - n / 150.0 from generate_series(1, 100) n),
      array_fill(0.5::float8, array[100]), array_fill(0.01::float8, array[100]), array_fill(0.01::float8, array[100])
    from analysed_videos where person_id = $1`,
    [creatorId],
  );
  await pool.query("vacuum (analyze) deliveries, destinations, analysed_videos, video_days, video_retention");
}
