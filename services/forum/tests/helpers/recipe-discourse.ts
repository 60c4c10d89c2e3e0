/** A small forum as Discourse keeps one, in the columns that the recipe reads; times there are UTC without saying so. */
export const discourse = `
  CREATE TABLE categories (
    id integer PRIMARY KEY, name varchar(50) NOT NULL, position integer, parent_category_id integer,
    read_restricted boolean NOT NULL DEFAULT false, created_at timestamp NOT NULL DEFAULT '2020-01-01 12:00'
  );
  INSERT INTO categories (id, name, position, parent_category_id, read_restricted) VALUES
    (4, 'Deepest', NULL, 5, false), (5, 'Below', 1, 9, false), (9, 'Above', 2, NULL, false),
    (3, 'Staff', 0, NULL, true), (6, 'Below staff', 0, 3, false);

  CREATE TABLE users (
    id integer PRIMARY KEY, username varchar(60) NOT NULL, name varchar, active boolean NOT NULL DEFAULT true,
    admin boolean NOT NULL DEFAULT false, moderator boolean DEFAULT false, suspended_at timestamp, suspended_till timestamp,
    created_at timestamp NOT NULL DEFAULT '2020-01-01 12:00', updated_at timestamp NOT NULL DEFAULT '2020-01-01 12:00'
  );
  INSERT INTO users (id, username, name, active, moderator, suspended_at, suspended_till) VALUES
    (-1, 'system', 'system', true, true, NULL, NULL), (1, 'ada', 'Ada Lovelace', true, true, NULL, NULL),
    (2, 'grace', '', true, false, NULL, NULL), (3, 'staged', NULL, false, false, NULL, NULL),
    (4, 'spammer', NULL, true, false, '2020-01-05 12:00', '3020-01-05 12:00');
  CREATE TABLE user_emails (
    id integer PRIMARY KEY, user_id integer NOT NULL, email varchar(513) NOT NULL, "primary" boolean NOT NULL DEFAULT false
  );
  INSERT INTO user_emails VALUES
    (1, -1, 'no_email', true), (2, 1, 'second@discourse.example', false), (3, 1, 'ada@discourse.example', true),
    (4, 3, 'somebody@discourse.example', true);

  CREATE TABLE topics (
    id integer PRIMARY KEY, title varchar NOT NULL, user_id integer, category_id integer,
    archetype varchar NOT NULL DEFAULT 'regular', closed boolean NOT NULL DEFAULT false,
    archived boolean NOT NULL DEFAULT false, visible boolean NOT NULL DEFAULT true, pinned_at timestamp,
    deleted_at timestamp, created_at timestamp NOT NULL DEFAULT '2020-01-02 12:00'
  );
  INSERT INTO topics (id, title, user_id, category_id, archetype, closed, visible, pinned_at) VALUES
    (11, 'Pinned & closed', 1, 5, 'regular', true, true, '2020-01-02 12:00'),
    (12, 'Two', NULL, 9, 'banner', false, true, NULL), (13, 'Unlisted', 1, 4, 'regular', false, false, NULL),
    (14, 'For staff', 1, 3, 'regular', false, true, NULL), (15, 'A message', 1, NULL, 'private_message', false, true, NULL);

  CREATE TABLE posts (
    id integer PRIMARY KEY, topic_id integer NOT NULL, post_number integer NOT NULL, user_id integer, cooked text NOT NULL,
    post_type integer NOT NULL DEFAULT 1, like_count integer NOT NULL DEFAULT 0, hidden boolean NOT NULL DEFAULT false,
    deleted_at timestamp, created_at timestamp NOT NULL DEFAULT '2020-01-03 12:00'
  );
  INSERT INTO posts (id, topic_id, post_number, user_id, cooked, post_type, like_count, hidden) VALUES
    (101, 11, 1, 1, '<p>Hello <strong>world</strong> <img src="/images/emoji/smile.png" title=":smile:" class="emoji" alt=":smile:">, see '
      '<a href="https://forum.example/t/two/12/1" class="inline-onebox">Two</a> and <a href="/t/12">it</a>, or <a href="/about">us</a></p>',
      1, 3, false),
    (103, 11, 3, 2, '<aside class="quote" data-username="ada" data-post="1" data-topic="11"><div class="title">'
      '<img alt="" width="24" height="24" src="/user_avatar/ada/24.png" class="avatar"> ada:</div><blockquote><p>Hello</p>'
      '</blockquote></aside><p><a class="mention" href="/u/ada">@ada</a>, yes</p>', 1, 0, false),
    (102, 11, 2, 1, '<p>Closed it</p>', 2, 0, false), (104, 11, 4, 1, '', 3, 0, false),
    (105, 11, 5, 1, '<p>A whisper</p>', 4, 0, false), (106, 11, 6, 4, '<p>Spam</p>', 1, 0, true),
    (107, 12, 1, NULL, '<p>Two</p>', 1, 0, false), (108, 13, 1, 1, '<p>Hush</p>', 1, 0, false),
    (109, 14, 1, 1, '<p>A secret</p>', 1, 0, false), (110, 15, 1, 1, '<p>A message</p>', 1, 0, false)`
