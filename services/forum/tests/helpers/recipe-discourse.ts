/**
 * A small forum as Discourse keeps one (2026), in the columns and types of its own tables; times there are UTC without saying so.
 */
export const discourse = `
  CREATE TABLE categories (
    id serial PRIMARY KEY, name varchar(50) NOT NULL, name_lower varchar(50) NOT NULL GENERATED ALWAYS AS (lower(name)) STORED,
    color varchar(6) NOT NULL DEFAULT '0088CC', text_color varchar(6) NOT NULL DEFAULT 'FFFFFF', topic_id integer,
    topic_count integer NOT NULL DEFAULT 0, post_count integer NOT NULL DEFAULT 0, slug varchar NOT NULL DEFAULT '', description text,
    user_id integer NOT NULL DEFAULT -1, latest_post_id integer, latest_topic_id integer, position integer, parent_category_id integer,
    read_restricted boolean NOT NULL DEFAULT false, read_only_banner varchar, email_in varchar, sort_order varchar,
    sort_ascending boolean, default_view varchar(50), locale varchar(20), icon varchar, emoji varchar,
    style_type integer NOT NULL DEFAULT 0, minimum_required_tags integer NOT NULL DEFAULT 0, auto_close_hours double precision,
    created_at timestamp(6) NOT NULL DEFAULT '2020-01-01 12:00', updated_at timestamp(6) NOT NULL DEFAULT '2020-01-01 12:00'
  );
  CREATE UNIQUE INDEX ON categories (coalesce(parent_category_id, -1), name);
  INSERT INTO categories (id, name, position, parent_category_id, read_restricted) VALUES
    (4, 'Deepest', NULL, 5, false), (5, 'Below', 1, 9, false), (9, 'Above', 2, NULL, false),
    (3, 'Staff', 0, NULL, true), (6, 'Below staff', 0, 3, false), (7, 'Testers', 3, NULL, true), (8, 'Members', 4, NULL, true);
  CREATE TABLE groups (
    id serial PRIMARY KEY, name varchar NOT NULL, full_name varchar, automatic boolean NOT NULL DEFAULT false,
    user_count integer NOT NULL DEFAULT 0, visibility_level integer NOT NULL DEFAULT 0, title varchar, bio_raw text,
    created_at timestamp(6) NOT NULL DEFAULT '2020-01-01 12:00', updated_at timestamp(6) NOT NULL DEFAULT '2020-01-01 12:00'
  );
  INSERT INTO groups (id, name, automatic) VALUES (3, 'staff', true), (10, 'trust_level_0', true), (41, 'testers', false), (42, 'others', false);
  CREATE TABLE group_users (
    id serial PRIMARY KEY, group_id integer NOT NULL, user_id integer NOT NULL, owner boolean NOT NULL DEFAULT false,
    notification_level integer NOT NULL DEFAULT 2, created_at timestamp(6) NOT NULL DEFAULT '2020-01-02 12:00',
    updated_at timestamp(6) NOT NULL DEFAULT '2020-01-02 12:00'
  );
  INSERT INTO group_users (group_id, user_id) VALUES (41, 2), (41, -1), (42, 1), (3, 1);
  CREATE TABLE category_groups (
    id serial PRIMARY KEY, category_id integer NOT NULL, group_id integer NOT NULL, permission_type integer DEFAULT 1,
    created_at timestamp(6) NOT NULL DEFAULT '2020-01-01 12:00', updated_at timestamp(6) NOT NULL DEFAULT '2020-01-01 12:00'
  );
  INSERT INTO category_groups (category_id, group_id, permission_type) VALUES
    (3, 3, 1), (7, 3, 1), (7, 41, 3), (8, 10, 1), (9, 0, 1);

  CREATE TABLE users (
    id serial PRIMARY KEY, username varchar(60) NOT NULL, username_lower varchar(60) NOT NULL GENERATED ALWAYS AS (lower(username)) STORED,
    name varchar, active boolean NOT NULL DEFAULT false, admin boolean NOT NULL DEFAULT false, moderator boolean DEFAULT false,
    approved boolean NOT NULL DEFAULT false, staged boolean NOT NULL DEFAULT false, trust_level integer NOT NULL DEFAULT 1,
    suspended_at timestamp(6), suspended_till timestamp(6), silenced_till timestamp(6), last_seen_at timestamp(6), date_of_birth date,
    views integer NOT NULL DEFAULT 0, flag_level integer NOT NULL DEFAULT 0, ip_address inet, registration_ip_address inet, title varchar,
    uploaded_avatar_id integer, locale varchar(10), primary_group_id integer, flair_group_id integer, secure_identifier varchar,
    required_fields_version integer, seen_notification_id bigint NOT NULL DEFAULT 0,
    created_at timestamp(6) NOT NULL DEFAULT '2020-01-01 12:00', updated_at timestamp(6) NOT NULL DEFAULT '2020-01-01 12:00'
  );
  INSERT INTO users (id, username, name, active, moderator, suspended_at, suspended_till) VALUES
    (-1, 'system', 'system', true, true, NULL, NULL), (1, 'ada', 'Ada Lovelace', true, true, NULL, NULL),
    (2, 'grace', '', true, false, NULL, NULL), (3, 'staged', NULL, false, false, NULL, NULL),
    (4, 'spammer', NULL, true, false, '2020-01-05 12:00', '3020-01-05 12:00');
  CREATE TABLE user_emails (
    id serial PRIMARY KEY, user_id integer NOT NULL, email varchar(513) NOT NULL, "primary" boolean NOT NULL DEFAULT false,
    normalized_email varchar, created_at timestamp(6) NOT NULL DEFAULT '2020-01-01 12:00',
    updated_at timestamp(6) NOT NULL DEFAULT '2020-01-01 12:00'
  );
  CREATE UNIQUE INDEX ON user_emails (lower(email));
  INSERT INTO user_emails VALUES
    (1, -1, 'no_email', true), (2, 1, 'second@discourse.example', false), (3, 1, 'ada@discourse.example', true),
    (4, 3, 'somebody@discourse.example', true);

  CREATE TABLE topics (
    id serial PRIMARY KEY, title varchar NOT NULL, fancy_title varchar, slug varchar, excerpt varchar, user_id integer,
    last_post_user_id integer NOT NULL DEFAULT -1, category_id integer, archetype varchar NOT NULL DEFAULT 'regular', subtype varchar,
    views integer NOT NULL DEFAULT 0, posts_count integer NOT NULL DEFAULT 0, reply_count integer NOT NULL DEFAULT 0,
    highest_post_number integer NOT NULL DEFAULT 0, like_count integer NOT NULL DEFAULT 0, closed boolean NOT NULL DEFAULT false,
    archived boolean NOT NULL DEFAULT false, visible boolean NOT NULL DEFAULT true, visibility_reason_id integer,
    pinned_at timestamp(6), pinned_globally boolean NOT NULL DEFAULT false, pinned_until timestamp(6), bannered_until timestamp(6),
    score double precision, external_id varchar, image_upload_id bigint, slow_mode_seconds integer NOT NULL DEFAULT 0,
    deleted_at timestamp(6), deleted_by_id integer, bumped_at timestamp(6) NOT NULL DEFAULT '2020-01-02 12:00',
    created_at timestamp(6) NOT NULL DEFAULT '2020-01-02 12:00', updated_at timestamp(6) NOT NULL DEFAULT '2020-01-02 12:00'
  );
  INSERT INTO topics (id, title, user_id, category_id, archetype, closed, visible, pinned_at) VALUES
    (11, 'Pinned & closed', 1, 5, 'regular', true, true, '2020-01-02 12:00'),
    (12, 'Two', NULL, 9, 'banner', false, true, NULL), (13, 'Unlisted', 1, 4, 'regular', false, false, NULL),
    (14, 'For staff', 1, 3, 'regular', false, true, NULL), (15, 'A message', 1, NULL, 'private_message', false, true, NULL);

  CREATE TABLE posts (
    id serial PRIMARY KEY, topic_id integer NOT NULL, post_number integer NOT NULL, sort_order integer, user_id integer,
    raw text NOT NULL DEFAULT '', cooked text NOT NULL, reply_to_post_number integer, reply_count integer NOT NULL DEFAULT 0,
    post_type integer NOT NULL DEFAULT 1, like_count integer NOT NULL DEFAULT 0, reads integer NOT NULL DEFAULT 0,
    hidden boolean NOT NULL DEFAULT false, hidden_reason_id integer, hidden_at timestamp(6), user_deleted boolean NOT NULL DEFAULT false,
    deleted_at timestamp(6), deleted_by_id integer, last_editor_id integer, edit_reason varchar, version integer NOT NULL DEFAULT 1,
    public_version integer NOT NULL DEFAULT 1, wiki boolean NOT NULL DEFAULT false, cook_method integer NOT NULL DEFAULT 1,
    baked_version integer, via_email boolean NOT NULL DEFAULT false, raw_email text, action_code varchar, image_upload_id bigint,
    last_version_at timestamp(6) NOT NULL DEFAULT '2020-01-03 12:00', created_at timestamp(6) NOT NULL DEFAULT '2020-01-03 12:00',
    updated_at timestamp(6) NOT NULL DEFAULT '2020-01-03 12:00'
  );
  CREATE UNIQUE INDEX ON posts (topic_id, post_number);
  INSERT INTO posts (id, topic_id, post_number, user_id, cooked, post_type, like_count, hidden) VALUES
    (101, 11, 1, 1, '<p>Hello <strong>world</strong> <img src="/images/emoji/smile.png" title=":smile:" class="emoji" alt=":smile:">, see '
      '<a href="https://forum.example/t/two/12/1" class="inline-onebox">Two</a> and <a href="/t/12">it</a>, or <a href="/about">us</a></p>',
      1, 3, false),
    (103, 11, 3, 2, '<aside class="quote" data-username="ada" data-post="1" data-topic="11"><div class="title">'
      '<img alt="" width="24" height="24" src="/user_avatar/ada/24.png" class="avatar"> ada:</div><blockquote><p>Hello</p>'
      '</blockquote></aside><p><a class="mention" href="/u/ada">@ada</a>, yes</p>', 1, 0, false),
    (102, 11, 2, 1, '<p>Closed it</p>', 2, 0, false), (104, 11, 4, 1, '', 3, 0, false),
    (105, 11, 5, 1, '<p>A whisper</p>', 4, 0, false), (106, 11, 6, 4, '<p>Spam</p>', 1, 0, true),
    (107, 12, 1, NULL, '<p>Two</p>', 1, 0, false),
    (111, 12, 2, 2, '<p>10<sup>6</sup> <a class="mention-group notify" href="/groups/team">@team</a> in '
      '<a class="hashtag-cooked" href="/c/above/9" data-type="category" data-slug="above" data-id="9"><span class="hashtag-icon-placeholder">'
      '<svg class="fa d-icon d-icon-folder"><use href="#folder"></use></svg></span><span>Above</span></a></p>
<div class="video-placeholder-container" data-video-src="/uploads/default/original/1X/clip.mp4" dir="ltr"></div>
<pre data-code-wrap="js"><code class="lang-js">a &lt; b
</code></pre>
<div class="md-table"><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table></div>
<p><span class="spoiler">he dies</span></p>', 1, 0, false), (108, 13, 1, 1, '<p>Hush</p>', 1, 0, false),
    (109, 14, 1, 1, '<p>A secret</p>', 1, 0, false), (110, 15, 1, 1, '<p>A message</p>', 1, 0, false)`
