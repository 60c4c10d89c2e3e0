/** Seconds of a day in January 2020, at noon. */
const day = (number: number) => Date.UTC(2020, 0, number, 12) / 1000

/** Names regardless of case: its installation gives that type comparisons of its own. */
const comparisons = [
  ['equal', '='],
  ['not_equal', '<>'],
  ['less_than', '<'],
  ['less_equal', '<='],
  ['greater_than', '>'],
  ['greater_equals', '>='],
]
  .map(
    ([name, sign]) => `
  CREATE FUNCTION _varchar_ci_${name}(varchar_ci, varchar_ci) RETURNS boolean LANGUAGE sql STRICT
    AS 'SELECT lower($1) ${sign} lower($2)';
  CREATE OPERATOR ${sign} (LEFTARG = varchar_ci, RIGHTARG = varchar_ci, PROCEDURE = _varchar_ci_${name});`,
  )
  .join('')

/** A small forum as phpBB 3.3 keeps one on Postgres, in the columns and types of its own schema; titles and names are escaped there. */
export const phpbb = `
  CREATE DOMAIN varchar_ci AS varchar(255) NOT NULL DEFAULT ''::character varying;
  ${comparisons}
  CREATE TABLE phpbb_forums (
    forum_id serial PRIMARY KEY, parent_id int4 NOT NULL DEFAULT 0, left_id int4 NOT NULL DEFAULT 0, right_id int4 NOT NULL DEFAULT 0,
    forum_parents text NOT NULL DEFAULT '', forum_name varchar(255) NOT NULL DEFAULT '', forum_desc varchar(4000) NOT NULL DEFAULT '',
    forum_desc_bitfield varchar(255) NOT NULL DEFAULT '', forum_desc_uid varchar(8) NOT NULL DEFAULT '',
    forum_link varchar(255) NOT NULL DEFAULT '', forum_password varchar(255) NOT NULL DEFAULT '', forum_type int2 NOT NULL DEFAULT 0,
    forum_status int2 NOT NULL DEFAULT 0, forum_flags int2 NOT NULL DEFAULT 32, enable_indexing int2 NOT NULL DEFAULT 1
  );
  INSERT INTO phpbb_forums (forum_id, parent_id, left_id, forum_name, forum_type, forum_password) VALUES
    (1, 0, 1, 'Category', 0, ''), (2, 1, 2, 'Tom &amp; Jerry', 1, ''), (3, 2, 3, 'Below &#128512;', 1, ''),
    (4, 0, 7, 'Moderators', 1, ''), (5, 0, 9, 'A link', 2, ''), (6, 0, 11, 'With a password', 1, 'secret'), (7, 0, 13, 'The guild', 1, ''), (8, 0, 15, 'For members', 1, '');
  CREATE TABLE phpbb_groups (group_id serial PRIMARY KEY, group_type int2 NOT NULL DEFAULT 1, group_name varchar_ci);
  INSERT INTO phpbb_groups (group_id, group_name) VALUES (1, 'GUESTS'), (2, 'REGISTERED'), (9, 'Guild &amp; friends'), (4, 'GLOBAL_MODERATORS'), (5, 'ADMINISTRATORS');
  CREATE TABLE phpbb_acl_options (
    auth_option_id serial PRIMARY KEY, auth_option varchar(50) NOT NULL DEFAULT '', is_global int2 NOT NULL DEFAULT 0,
    is_local int2 NOT NULL DEFAULT 0, founder_only int2 NOT NULL DEFAULT 0
  );
  INSERT INTO phpbb_acl_options (auth_option_id, auth_option) VALUES (14, 'f_list'), (20, 'f_read');
  CREATE TABLE phpbb_acl_roles_data (role_id int4, auth_option_id int4, auth_setting int2);
  INSERT INTO phpbb_acl_roles_data VALUES (17, 14, 1), (17, 20, 1), (16, 14, 0), (16, 20, 0);
  CREATE TABLE phpbb_acl_groups (
    group_id int4, forum_id int4, auth_option_id int4 DEFAULT 0, auth_role_id int4 DEFAULT 0, auth_setting int2 DEFAULT 0
  );
  INSERT INTO phpbb_acl_groups (group_id, forum_id, auth_role_id) VALUES
    (1, 1, 17), (1, 2, 17), (1, 4, 16), (1, 5, 17), (1, 6, 17), (5, 4, 17), (9, 7, 17), (2, 8, 17);
  INSERT INTO phpbb_acl_groups (group_id, forum_id, auth_option_id, auth_setting) VALUES (1, 3, 20, 1), (1, 4, 14, 1);

  CREATE TABLE phpbb_users (
    user_id serial PRIMARY KEY, user_type int2 NOT NULL DEFAULT 0, group_id int4 NOT NULL DEFAULT 3, user_permissions text NOT NULL DEFAULT '',
    user_ip varchar(40) NOT NULL DEFAULT '', user_regdate int4 NOT NULL DEFAULT 0, username varchar_ci NOT NULL DEFAULT '',
    username_clean varchar_ci NOT NULL DEFAULT '', user_password varchar(255) NOT NULL DEFAULT '', user_passchg int4 NOT NULL DEFAULT 0,
    user_email varchar(100) NOT NULL DEFAULT '', user_lastvisit int4 NOT NULL DEFAULT 0, user_posts int4 NOT NULL DEFAULT 0,
    user_lang varchar(30) NOT NULL DEFAULT '', user_sig text NOT NULL DEFAULT '', user_inactive_reason int2 NOT NULL DEFAULT 0
  );
  INSERT INTO phpbb_users (user_id, user_type, username, user_password, user_email, user_regdate) VALUES
    (1, 2, 'Anonymous', '', '', ${day(1)}),
    (2, 3, 'beth', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 'beth@phpbb.example', ${day(1)}),
    (47, 2, 'Bing [Bot]', '', '', ${day(1)}), (48, 0, 'greta', '$H$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0', '', ${day(1)}),
    (49, 1, 'never confirmed', '', 'somebody@phpbb.example', ${day(1)}), (50, 0, 'spambot', '', '', ${day(1)});
  CREATE TABLE phpbb_user_group (
    group_id int4 NOT NULL DEFAULT 0, user_id int4 NOT NULL DEFAULT 0, group_leader int2 NOT NULL DEFAULT 0, user_pending int2 NOT NULL DEFAULT 1
  );
  INSERT INTO phpbb_user_group (group_id, user_id, user_pending) VALUES (5, 2, 0), (4, 48, 1), (9, 48, 0), (9, 49, 1);

  CREATE TABLE phpbb_topics (
    topic_id serial PRIMARY KEY, forum_id int4 NOT NULL DEFAULT 0, icon_id int4 NOT NULL DEFAULT 0, topic_attachment int2 NOT NULL DEFAULT 0,
    topic_reported int2 NOT NULL DEFAULT 0, topic_title varchar(255) NOT NULL DEFAULT '', topic_poster int4 NOT NULL DEFAULT 0,
    topic_time int4 NOT NULL DEFAULT 0, topic_time_limit int4 NOT NULL DEFAULT 0, topic_views int4 NOT NULL DEFAULT 0,
    topic_status int2 NOT NULL DEFAULT 0, topic_type int2 NOT NULL DEFAULT 0, topic_first_post_id int4 NOT NULL DEFAULT 0,
    topic_first_poster_name varchar(255) NOT NULL DEFAULT '', topic_last_post_id int4 NOT NULL DEFAULT 0,
    topic_moved_id int4 NOT NULL DEFAULT 0, poll_title varchar(255) NOT NULL DEFAULT '', topic_visibility int2 NOT NULL DEFAULT 0,
    topic_delete_time int4 NOT NULL DEFAULT 0, topic_delete_user int4 NOT NULL DEFAULT 0
  );
  ALTER TABLE phpbb_topics ALTER topic_visibility SET DEFAULT 1;
  INSERT INTO phpbb_topics (topic_id, forum_id, topic_title, topic_poster, topic_time, topic_status, topic_type) VALUES
    (11, 2, 'Cats &lt;&amp;&gt; &quot;mice&quot;', 2, ${day(2)}, 1, 1), (12, 3, 'Two &#128512; &#039;game&#039; &#xD83D; &amp;#65;', 1, ${day(2)}, 0, 0),
    (13, 4, 'For moderators', 2, ${day(2)}, 0, 0), (16, 6, 'Behind a password', 2, ${day(2)}, 0, 0);
  INSERT INTO phpbb_topics (topic_id, forum_id, topic_title, topic_poster, topic_time, topic_visibility, topic_moved_id) VALUES
    (14, 2, 'Not approved', 50, ${day(2)}, 0, 0), (15, 2, 'Two', 1, ${day(2)}, 1, 12);
  CREATE TABLE phpbb_posts (
    post_id serial PRIMARY KEY, topic_id int4 NOT NULL DEFAULT 0, forum_id int4 NOT NULL DEFAULT 0, poster_id int4 NOT NULL DEFAULT 0,
    icon_id int4 NOT NULL DEFAULT 0, poster_ip varchar(40) NOT NULL DEFAULT '', post_time int4 NOT NULL DEFAULT 0,
    post_reported int2 NOT NULL DEFAULT 0, enable_bbcode int2 NOT NULL DEFAULT 1, enable_smilies int2 NOT NULL DEFAULT 1,
    enable_magic_url int2 NOT NULL DEFAULT 1, enable_sig int2 NOT NULL DEFAULT 1, post_username varchar(255) NOT NULL DEFAULT '',
    post_subject varchar(255) NOT NULL DEFAULT '', post_text text NOT NULL DEFAULT '', post_checksum varchar(32) NOT NULL DEFAULT '',
    post_attachment int2 NOT NULL DEFAULT 0, bbcode_bitfield varchar(255) NOT NULL DEFAULT '', bbcode_uid varchar(8) NOT NULL DEFAULT '',
    post_postcount int2 NOT NULL DEFAULT 1, post_edit_time int4 NOT NULL DEFAULT 0, post_edit_count int2 NOT NULL DEFAULT 0,
    post_visibility int2 NOT NULL DEFAULT 0, post_delete_time int4 NOT NULL DEFAULT 0,
    post_delete_reason varchar(255) NOT NULL DEFAULT '', post_delete_user int4 NOT NULL DEFAULT 0
  );
  ALTER TABLE phpbb_posts ALTER post_visibility SET DEFAULT 1;
  INSERT INTO phpbb_posts (post_id, topic_id, poster_id, post_time, post_text) VALUES
    (101, 11, 2, ${day(3)}, '<r>Hello <B><s>[b]</s>world<e>[/b]</e></B> <E>:)</E> &amp; all<br/>
second line, <URL url="https://forum.example/viewtopic.php?f=3&amp;t=12"><s>[url=https://forum.example/viewtopic.php?f=3&amp;t=12]</s>two<e>[/url]</e></URL>
<CODE><s>[code]</s><i>
</i>x = 1
y = 2<i>
</i><e>[/code]</e></CODE></r>'),
    (102, 11, 48, ${day(4)}, '<r><QUOTE author="beth" post_id="101" time="1578052800" user_id="2"><s>[quote=beth post_id=101 time=1578052800 user_id=2]</s>Hello<e>[/quote]</e></QUOTE>
Yes, <URL url="https://forum.example/viewtopic.php?p=103#p103">there</URL>
<LIST><s>[list]</s><LI><s>[*]</s>one</LI><LI><s>[*]</s>two</LI><e>[/list]</e></LIST>
<IMG src="https://pictures.example/cat.png"><s>[img]</s><URL url="https://pictures.example/cat.png">https://pictures.example/cat.png</URL><e>[/img]</e></IMG></r>'),
    (103, 12, 1, ${day(5)}, '<t>From a guest</t>'), (104, 13, 2, ${day(5)}, '<t>A secret</t>'), (105, 16, 2, ${day(5)}, '<t>A secret</t>'),
    (108, 12, 48, ${day(6)}, '<r><IMG src="https://x.example/i.png"><s>[img]</s>https://x.example/i.png<e>[/img]</e></IMG> and <IMG src="https://x.example/j.png"><s>[img]</s>https://x.example/j.png<e>[/img]</e></IMG>
<LIST type="decimal"><s>[list=1]</s><LI><s>[*]</s>one</LI><LI><s>[*]</s>two<LIST><s>[list]</s><LI><s>[*]</s>nested</LI><e>[/list]</e></LIST></LI><e>[/list]</e></LIST>
<S><s>[s]</s>gone<e>[/s]</e></S> <SPOILER title="Ending"><s>[spoiler=Ending]</s>dies<e>[/spoiler]</e></SPOILER></r>');
  UPDATE phpbb_posts SET post_username = 'Gone &amp; gone' WHERE post_id = 103;
  INSERT INTO phpbb_posts (post_id, topic_id, poster_id, post_time, post_text, post_visibility) VALUES
    (106, 11, 50, ${day(5)}, '<t>Spam</t>', 0), (107, 14, 50, ${day(5)}, '<t>Spam</t>', 0),
    (109, 11, 48, ${day(5)}, '<t>Regretted</t>', 2), (110, 11, 48, ${day(5)}, '<t>Edited, to be approved</t>', 3);
  CREATE TABLE phpbb_banlist (
    ban_id serial PRIMARY KEY, ban_userid int4 NOT NULL DEFAULT 0, ban_ip varchar(40) NOT NULL DEFAULT '',
    ban_email varchar(100) NOT NULL DEFAULT '', ban_start int4 NOT NULL DEFAULT 0, ban_end int4 NOT NULL DEFAULT 0,
    ban_exclude int2 NOT NULL DEFAULT 0, ban_reason varchar(255) NOT NULL DEFAULT '', ban_give_reason varchar(255) NOT NULL DEFAULT ''
  );
  INSERT INTO phpbb_banlist (ban_id, ban_userid, ban_start, ban_end, ban_exclude, ban_reason) VALUES
    (1, 50, ${day(6)}, 0, 0, 'Spam &amp; eggs'), (2, 48, ${day(6)}, ${day(7)}, 0, ''), (3, 0, ${day(6)}, 0, 0, '')`
