-- Domains of emails in ASCII (RFC 3492), as they are compared from now on. Of two accounts whose emails differ in nothing but
-- that, the one in ASCII keeps the email, and the other one stays as it is.
CREATE FUNCTION "pg_temp"."punycode"(label text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  points integer[] := ARRAY(SELECT ascii(one) FROM unnest(string_to_array(label, NULL)) AS one);
  output text := array_to_string(ARRAY(SELECT chr(point) FROM unnest(points) AS point WHERE point < 128), '');
  handled integer := length(output);
  basic integer := handled;
  current integer := 128;
  delta integer := 0;
  bias integer := 72;
  following integer;
  point integer;
  rest integer;
  base integer;
  threshold integer;
BEGIN
  IF basic = cardinality(points) THEN RETURN label; END IF;
  IF basic > 0 THEN output := output || '-'; END IF;
  WHILE handled < cardinality(points) LOOP
    SELECT min(one) INTO following FROM unnest(points) AS one WHERE one >= current;
    delta := delta + (following - current) * (handled + 1);
    current := following;
    FOREACH point IN ARRAY points LOOP
      IF point < current THEN delta := delta + 1; END IF;
      IF point = current THEN
        rest := delta;
        base := 36;
        LOOP
          threshold := least(greatest(base - bias, 1), 26);
          EXIT WHEN rest < threshold;
          output := output
            || substr('abcdefghijklmnopqrstuvwxyz0123456789', threshold + (rest - threshold) % (36 - threshold) + 1, 1);
          rest := (rest - threshold) / (36 - threshold);
          base := base + 36;
        END LOOP;
        output := output || substr('abcdefghijklmnopqrstuvwxyz0123456789', rest + 1, 1);
        delta := CASE WHEN handled = basic THEN delta / 700 ELSE delta / 2 END;
        delta := delta + delta / (handled + 1);
        base := 0;
        WHILE delta > 455 LOOP
          delta := delta / 35;
          base := base + 36;
        END LOOP;
        bias := base + 36 * delta / (delta + 38);
        delta := 0;
        handled := handled + 1;
      END IF;
    END LOOP;
    delta := delta + 1;
    current := current + 1;
  END LOOP;
  RETURN 'xn--' || output;
END $$;
--> statement-breakpoint
UPDATE "people" SET "email" = "spelled"."email" FROM (
  SELECT "id", split_part("people"."email", '@', 1) || '@' || (
    SELECT string_agg("pg_temp"."punycode"("label"), '.' ORDER BY "position")
    FROM unnest(string_to_array(normalize(split_part("people"."email", '@', 2)), '.')) WITH ORDINALITY AS "labels"("label", "position")
  ) AS "email"
  FROM "people" WHERE split_part("people"."email", '@', 2) ~ '[^\x01-\x7F]'
) AS "spelled"
WHERE "people"."id" = "spelled"."id"
  AND NOT EXISTS (SELECT FROM "people" AS "other" WHERE "other"."email" = "spelled"."email");
