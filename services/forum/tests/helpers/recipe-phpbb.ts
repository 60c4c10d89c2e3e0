/** Seconds of a day in January 2020, at noon. */
const day = (number: number) => Date.UTC(2020, 0, number, 12) / 1000

/** A small forum as phpBB 3.3 keeps one on Postgres, in the columns that the recipe reads. */
export const phpbb = `
  CREATE DOMAIN varchar_ci AS varchar(255);
  CREATE TABLE phpbb_forums (
    forum_id int4 PRIMARY KEY, parent_id int4, left_id int4, forum_name varchar(255), forum_password varchar(255) DEFAULT '',
    forum_type int2
  );
  INSERT INTO phpbb_forums (forum_id, parent_id, left_id, forum_name, forum_type, forum_password) VALUES
    (1, 0, 1, 'Category', 0, ''), (2, 1, 2, 'Tom &amp; Jerry', 1, ''), (3, 2, 3, 'Below', 1, ''),
    (4, 0, 7, 'Moderators', 1, ''), (5, 0, 9, 'A link', 2, ''), (6, 0, 11, 'With a password', 1, 'secret');
  CREATE TABLE phpbb_groups (group_id int4 PRIMARY KEY, group_name varchar_ci);
  INSERT INTO phpbb_groups VALUES (1, 'GUESTS'), (4, 'GLOBAL_MODERATORS'), (5, 'ADMINISTRATORS');
  CREATE TABLE phpbb_acl_options (auth_option_id int4 PRIMARY KEY, auth_option varchar(50));
  INSERT INTO phpbb_acl_options VALUES (14, 'f_list'), (20, 'f_read');
  CREATE TABLE phpbb_acl_roles_data (role_id int4, auth_option_id int4, auth_setting int2);
  INSERT INTO phpbb_acl_roles_data VALUES (17, 14, 1), (17, 20, 1), (16, 14, 0), (16, 20, 0);
  CREATE TABLE phpbb_acl_groups (
    group_id int4, forum_id int4, auth_option_id int4 DEFAULT 0, auth_role_id int4 DEFAULT 0, auth_setting int2 DEFAULT 0
  );
  INSERT INTO phpbb_acl_groups (group_id, forum_id, auth_role_id) VALUES
    (1, 1, 17), (1, 2, 17), (1, 4, 16), (1, 5, 17), (1, 6, 17), (5, 4, 17);
  INSERT INTO phpbb_acl_groups (group_id, forum_id, auth_option_id, auth_setting) VALUES (1, 3, 20, 1), (1, 4, 14, 1);

  CREATE TABLE phpbb_users (
    user_id int4 PRIMARY KEY, user_type int2, username varchar_ci, user_password varchar(255), user_email varchar(100),
    user_regdate int4
  );
  INSERT INTO phpbb_users VALUES
    (1, 2, 'Anonymous', '', '', ${day(1)}),
    (2, 3, 'beth', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 'beth@phpbb.example', ${day(1)}),
    (47, 2, 'Bing [Bot]', '', '', ${day(1)}), (48, 0, 'greta', '$H$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0', '', ${day(1)}),
    (49, 1, 'never confirmed', '', 'somebody@phpbb.example', ${day(1)}), (50, 0, 'spambot', '', '', ${day(1)});
  CREATE TABLE phpbb_user_group (group_id int4, user_id int4, user_pending int2);
  INSERT INTO phpbb_user_group VALUES (5, 2, 0), (4, 48, 1);

  CREATE TABLE phpbb_topics (
    topic_id int4 PRIMARY KEY, forum_id int4, topic_title varchar(255), topic_poster int4, topic_time int4, topic_status int2 DEFAULT 0,
    topic_type int2 DEFAULT 0, topic_visibility int2 DEFAULT 1, topic_moved_id int4 DEFAULT 0
  );
  INSERT INTO phpbb_topics (topic_id, forum_id, topic_title, topic_poster, topic_time, topic_status, topic_type) VALUES
    (11, 2, 'Cats &lt;&amp;&gt; &quot;mice&quot;', 2, ${day(2)}, 1, 1), (12, 3, 'Two', 1, ${day(2)}, 0, 0),
    (13, 4, 'For moderators', 2, ${day(2)}, 0, 0), (16, 6, 'Behind a password', 2, ${day(2)}, 0, 0);
  INSERT INTO phpbb_topics (topic_id, forum_id, topic_title, topic_poster, topic_time, topic_visibility, topic_moved_id) VALUES
    (14, 2, 'Not approved', 50, ${day(2)}, 0, 0), (15, 2, 'Two', 1, ${day(2)}, 1, 12);
  CREATE TABLE phpbb_posts (
    post_id int4 PRIMARY KEY, topic_id int4, poster_id int4, post_time int4, post_text text, post_visibility int2 DEFAULT 1
  );
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
    (103, 12, 1, ${day(5)}, '<t>From a guest</t>'), (104, 13, 2, ${day(5)}, '<t>A secret</t>'), (105, 16, 2, ${day(5)}, '<t>A secret</t>');
  INSERT INTO phpbb_posts VALUES (106, 11, 50, ${day(5)}, '<t>Spam</t>', 0), (107, 14, 50, ${day(5)}, '<t>Spam</t>', 0);
  CREATE TABLE phpbb_banlist (
    ban_id int4 PRIMARY KEY, ban_userid int4 DEFAULT 0, ban_start int4, ban_end int4 DEFAULT 0, ban_exclude int2 DEFAULT 0, ban_reason varchar(255)
  );
  INSERT INTO phpbb_banlist VALUES (1, 50, ${day(6)}, 0, 0, 'Spam &amp; eggs'), (2, 48, ${day(6)}, ${day(7)}, 0, ''), (3, 0, ${day(6)}, 0, 0, '')`
