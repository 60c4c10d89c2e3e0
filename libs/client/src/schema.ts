/* Made from docs/openapi.json by node scripts/openapi.mjs. */

export interface paths {
    "/api/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Finds members by a prefix of their username or display name
         * @description In the order of the matching names, at most 1,000. Administrators may omit `name` to get all members, newest first.
         */
        get: operations["searchUsers"];
        put?: never;
        /** Registers a member and signs them in */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads a member */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /**
         * Erases a member’s account, for good
         * @description The account is signed out and hidden at once; its names, addresses and links are gone within a minute. What the member wrote stays, by `Deleted member`. The username is free again after 30 days.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Changes a member’s names or password
         * @description At most 30 changes of the names an hour and account, unless the instance sets another limit.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/api/v1/users/{user_id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exports all data held about the caller
         * @description When it is done, a mail links to a ZIP file of NDJSON, which only the member can open, for seven days. Repeated within ten minutes, the request returns the same job.
         */
        post: operations["createExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/self": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns who the caller is */
        get: operations["getSelf"];
        /** Signs a member in */
        put: operations["signIn"];
        post?: never;
        /** Ends the session */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/self/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Confirms by the password that the member is still who uses the session
         * @description For 15 minutes the session is a recent one, as after signing in. HTTP Basic always is, a token never.
         */
        put: operations["confirmSelf"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/ban": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Bans a member from the whole site */
        put: operations["banUser"];
        post?: never;
        /** Lifts a member’s ban */
        delete: operations["unbanUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists all bans, newest first, including lifted ones */
        get: operations["listBans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists a member’s sessions, most recently used first */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /** Ends a member’s sessions, except the caller’s own; all of them if an administrator asks */
        delete: operations["deleteSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Ends one of a member’s sessions */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists what a member has granted to applications, latest first */
        get: operations["listOauthGrants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/grants/{client_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revokes everything a member has granted to an application, including its tokens */
        delete: operations["deleteOauthGrant"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/links/game_a/{server}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Links a game account to a member */
        put: operations["linkGameAAccount"];
        post?: never;
        /** Ends a member’s link to a game account */
        delete: operations["unlinkGameAAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/links/game_b/{server}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Links a game account to a member */
        put: operations["linkGameBAccount"];
        post?: never;
        /** Ends a member’s link to a game account */
        delete: operations["unlinkGameBAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/links/game_c": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Links a game account to a member */
        put: operations["linkGameCAccount"];
        post?: never;
        /** Ends a member’s link to a game account */
        delete: operations["unlinkGameCAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/user-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists a member’s verified emails and accounts at external providers */
        get: operations["listUserLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/user-links/{user_link_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Removes one of a member’s links */
        delete: operations["deleteUserLink"];
        options?: never;
        head?: never;
        /** Changes a link’s visibility and its position among the others */
        patch: operations["updateUserLink"];
        trace?: never;
    };
    "/api/v1/users/{user_id}/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Links the address that the token was mailed to */
        put: operations["verifyEmail"];
        /** Mails a token to an address, to verify it */
        post: operations["requestEmailVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/emails/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resends a member’s last verification or reset */
        post: operations["resendEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/user-links/provider_a/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sends a member to a provider, to link an account there
         * @description Redirects. Register the site’s callback with the user id `self` at the provider.
         */
        get: operations["authorizeProviderA"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/user-links/provider_a/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Links the provider’s account with which a member comes back
         * @description Returns the link, or redirects to a page if the caller prefers one.
         */
        get: operations["linkProviderAAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/user-links/provider_b/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sends a member to a provider, to link an account there
         * @description Redirects. Register the site’s callback with the user id `self` at the provider.
         */
        get: operations["authorizeProviderB"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/user-links/provider_b/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Links the provider’s account with which a member comes back
         * @description Returns the link, or redirects to a page if the caller prefers one.
         */
        get: operations["linkProviderBAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Sets a new password by a mailed token; ends all sessions and tokens */
        put: operations["resetPassword"];
        /** Mails a token for setting a new password, if the address is a verified one */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/refused-emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the addresses of a member at which nobody gets mails, as a mail server said
         * @description For the member and administrators. Digests go to the next confirmed address, or nowhere, until the address is confirmed anew.
         */
        get: operations["listRefusedEmails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oauth_clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the OAuth clients, ordered by key */
        get: operations["listOauthClients"];
        put?: never;
        /** Registers an OAuth client, or updates it in place */
        post: operations["upsertOauthClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oauth_clients/{client_ref}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An OAuth client with what it may be granted and how it authenticates */
        get: operations["getOauthClient"];
        /**
         * Registers an OAuth client with this key, or changes the one with this key or id
         * @description For administrators. A secret that is not sent stays as it is. Change a client of the startup configuration there.
         */
        put: operations["putOauthClient"];
        post?: never;
        /** Removes an OAuth client with all its grants */
        delete: operations["deleteOauthClient"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What clients need to know about this instance */
        get: operations["getConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operations/services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The state of every process of this instance
         * @description Read from the processes at most every two seconds.
         */
        get: operations["listServices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/sections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the sections */
        get: operations["listSections"];
        put?: never;
        /** Create a section or update the one with the same key */
        post: operations["upsertSection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read all sections with their newest posts */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/sections/{section_ref}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a section and a page of its threads */
        get: operations["getSection"];
        /**
         * Create the section with this key, or change the one with this key or id
         * @description For administrators. Change a section of the startup configuration there.
         */
        put: operations["putSection"];
        /** Open a thread */
        post: operations["createThread"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/sections/{section_ref}/role_grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a member a moderator of a section */
        post: operations["grantSectionModerator"];
        /** Revoke a moderator’s role in a section */
        delete: operations["revokeSectionModerator"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/role_grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Grant a role */
        post: operations["grantRole"];
        /** Revoke a role */
        delete: operations["revokeRole"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/threads/{thread_ref}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a thread and a page of its posts */
        get: operations["getThread"];
        put?: never;
        /** Reply to a thread */
        post: operations["createPost"];
        /** Delete a thread */
        delete: operations["deleteThread"];
        options?: never;
        head?: never;
        /** Rename, pin or lock a thread */
        patch: operations["updateThread"];
        trace?: never;
    };
    "/api/v1/forum/threads/{thread_ref}/section": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Move a thread into another section */
        post: operations["moveThread"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/threads/{thread_ref}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restore a deleted thread */
        post: operations["restoreThread"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/threads/{thread_ref}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record that a thread has been read up to a post */
        post: operations["markThreadRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/threads/{thread_ref}/first_unread": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Find the caller’s first unread post */
        get: operations["getFirstUnread"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/read_floor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark everything as read */
        post: operations["raiseReadFloor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/posts/{post_ref}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a post and a page of its revisions */
        get: operations["getPost"];
        put?: never;
        post?: never;
        /** Hide a post behind a moderation note */
        delete: operations["deletePost"];
        options?: never;
        head?: never;
        /**
         * Write a new revision of a post
         * @description Where limits are on, an author’s edits of two minutes are one revision, whose id changes with each of them.
         */
        patch: operations["updatePost"];
        trace?: never;
    };
    "/api/v1/forum/posts/{post_ref}/source": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a post with the source of its revisions */
        get: operations["getPostSource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/posts/{post_ref}/location": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Find a post’s location in its thread */
        get: operations["getPostLocation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/posts/{post_ref}/quotation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the markup that quotes a post
         * @description Without its own quotes and its mod and admin blocks.
         */
        get: operations["quotePost"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a body
         * @description Writes nothing, and has the same errors as posting.
         */
        post: operations["previewPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/posts/{post_ref}/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Report a post */
        post: operations["reportPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/threads/{thread_ref}/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Report a thread */
        post: operations["reportThread"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the report queue */
        get: operations["listReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/self/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the caller’s own reports */
        get: operations["listOwnReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/reports/{report_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a report */
        get: operations["getReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/reports/{report_id}/resolution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept or reject a report */
        post: operations["resolveReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/reports/resolutions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept or reject many reports */
        post: operations["resolveReports"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/reports/{report_id}/assignment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a report’s assignment */
        get: operations["getReportAssignment"];
        /** Assign a report */
        put: operations["assignReport"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/reports/{report_id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the moderators’ notes on a report */
        get: operations["listReportNotes"];
        put?: never;
        /** Add a note to a report for its other moderators */
        post: operations["createReportNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/sanctions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read sanctions: one’s own, or as a moderator */
        get: operations["listSanctions"];
        put?: never;
        /** Warn or mute a member */
        post: operations["createSanction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/sanctions/{sanction_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Lift a sanction */
        delete: operations["deleteSanction"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a summary of what a member has written */
        get: operations["getMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/users/{user_id}/posts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a member has written
         * @description Newest first. Posts in deleted threads are listed for callers who may restore the thread.
         */
        get: operations["listMemberPosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/users/{user_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a member’s moderation history
         * @description For callers who may sanction, within their scope: a section’s moderator sees that section, and forum-wide sanctions without their note.
         */
        get: operations["getMemberHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/moderation/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream reports and moderation acts as they happen
         * @description Server-Sent Events: `ReportCreated`, `ReportAssigned`, `ReportResolved` or an action of the log, with the ids involved as data. After `reset`, read everything again.
         */
        get: operations["streamModeration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/moderation_log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the moderation log */
        get: operations["listModerationLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search posts and threads
         * @description Best first. Words match regardless of case, accents and the inflections of their section’s language; in Chinese, Japanese and Korean text any two adjacent characters are a word. New posts are found within seconds; hidden and deleted ones disappear at once. `count` stops at 1000.
         */
        get: operations["searchForum"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/threads/{thread_ref}/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the caller’s subscription to a thread */
        get: operations["getThreadSubscription"];
        /** Watch or mute a thread */
        put: operations["putThreadSubscription"];
        post?: never;
        /** Reset the subscription to a thread to the default */
        delete: operations["deleteThreadSubscription"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/sections/{section_ref}/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the caller’s subscription to a section */
        get: operations["getSectionSubscription"];
        /** Watch or mute a section */
        put: operations["putSectionSubscription"];
        post?: never;
        /** Reset the subscription to a section to the default */
        delete: operations["deleteSectionSubscription"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream notifications as they arrive
         * @description Server-Sent Events: the kind of the notification, with the notification as data. After `reset`, read everything again.
         */
        get: operations["streamNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the caller’s notifications, newest first */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count the caller’s unread notifications */
        get: operations["countNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Mark notifications as read */
        put: operations["readNotifications"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the caller’s notification settings */
        get: operations["getNotificationSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the caller’s notification settings */
        patch: operations["updateNotificationSettings"];
        trace?: never;
    };
    "/api/v1/notifications/unsubscribe/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Say whether a link ends the digests that a mail belongs to
         * @description Changes nothing. Who does not ask for JSON alone is redirected to a page with a button.
         */
        get: operations["findUnsubscribeLink"];
        put?: never;
        /**
         * End the digests that a mail belongs to
         * @description One-click unsubscription (RFC 8058): needs no session, ignores the body, and may be repeated.
         */
        post: operations["unsubscribeFromDigests"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forum/imported/{source}/{kind}/{old_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find imported content by its old id
         * @description For redirects from the old addresses of an imported forum, by the id they contain. What the caller may not see counts as never imported.
         */
        get: operations["getImported"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/captcha/{scope}/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Issue a proof-of-work challenge */
        post: operations["createCaptchaChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/captcha/{scope}/redeem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Exchange a solved challenge for a verification token */
        post: operations["redeemCaptchaChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The apps visible to the caller
         * @description Always the first hundred: no query parameter is read. `count` is their number.
         */
        get: operations["listApps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{app_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One app with its visible channels
         * @description For a retired app, 410 with the app and its closed period.
         */
        get: operations["getApp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Edit an app and some of its channels, all or nothing
         * @description For administrators, and for owners except `owners` and `is_official`. Absent fields are unchanged; null clears `user_uri`, `cover_image` and `cover_color` and is invalid elsewhere.
         */
        patch: operations["updateApp"];
        trace?: never;
    };
    "/api/v1/apps/{app_id}/channels/{channel_key}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a channel’s signing secret and read the new one, once
         * @description For administrators and owners. The first call reveals the secret; each further one replaces it, and for a while deliveries are signed with both. The body is ignored.
         */
        post: operations["rotateChannelSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{app_id}/channels/{channel_key}/delivery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether a channel gets its deliveries
         * @description For administrators and owners.
         */
        get: operations["getChannelDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{app_id}/channels/{channel_key}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver to a channel again whose receiver was gone
         * @description For administrators and owners. A receiver that answers 410 gets nothing more. What happens meanwhile is kept for seven days and delivered now.
         */
        post: operations["resumeChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/deliveries/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Event deliveries that were given up on, newest first */
        get: operations["listDeadLetters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/deliveries/{delivery_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a dead letter again, under its webhook-id */
        post: operations["replayDeadLetter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/archive/game_a/{server}/users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An archived account of game A */
        get: operations["getGameAUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/archive/game_a/{server}/creatures/{creature_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An archived creature of game A */
        get: operations["getGameACreature"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/archive/game_b/{server}/users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An archived account of game B */
        get: operations["getGameBUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/archive/game_c/users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An archived account of game C */
        get: operations["getGameCUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/archive/game_c/users/{user_id}/scores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The archived scores of an account of game C */
        get: operations["getGameCScores"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/archive/game_c/users/{user_id}/rewards/{site_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The archived rewards of an account of game C on one site */
        get: operations["getGameCRewards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/archive/game_a/{server}/users/{user_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The periods of a field of an archived account of game A, newest first */
        get: operations["getGameAUserHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/archive/game_a/{server}/creatures/{creature_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The periods of a field of an archived creature of game A, newest first */
        get: operations["getGameACreatureHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/archive/game_b/{server}/users/{user_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The periods of a field of an archived account of game B, newest first */
        get: operations["getGameBUserHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/archive/game_c/users/{user_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The periods of a field of an archived account of game C, newest first */
        get: operations["getGameCUserHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/archive/game_c/users/{user_id}/scores/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The periods of a field of the archived scores of an account of game C, newest first */
        get: operations["getGameCScoresHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/archive/game_c/users/{user_id}/rewards/{site_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The periods of a field of the archived rewards of an account of game C on one site, newest first */
        get: operations["getGameCRewardsHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/job/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the 100 most recent jobs */
        get: operations["listJobs"];
        put?: never;
        /** Create a job */
        post: operations["createJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/job/jobs/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one job */
        get: operations["getJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/job/tasks/{task_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one task with its state and output */
        get: operations["getTask"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/job/exports/{export_id}/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file of the caller’s data export
         * @description The link in the mail. Only its member can open it, for seven days.
         */
        get: operations["getExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/outbound_email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the 100 most recently sent messages */
        get: operations["listOutboundEmails"];
        put?: never;
        /**
         * Send one message and wait for it
         * @description Waits at most ten seconds. The same idempotency key joins the running attempt or repeats its outcome.
         */
        post: operations["sendOutboundEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/outbound_email/open/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The image that reports a message as opened */
        get: operations["openOutboundEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Error: {
            /** @description What went wrong; in the archive, a tag. */
            error: string;
        };
        AllowedScopes: {
            /** @description Know who the member is, and read. */
            base: boolean;
            /** @description Read the forum as the member. */
            forum_read: boolean;
            /** @description Post as the member, without their roles. */
            forum_write: boolean;
            /** @description Post and use the member’s roles. */
            forum_moderate: boolean;
        };
        ArchivePeriods: {
            /**
             * @description Always `ArchivePeriods`.
             * @constant
             */
            type: "ArchivePeriods";
            /** @description The requested field. */
            field: string;
            /** @description The periods, newest first. */
            items: {
                /** @description How long it had this value. */
                period: {
                    /** @description When it was first seen with this value. */
                    start: string;
                    /** @description When it got another value; null if it still has this one. */
                    end: string | null;
                };
                /** @description When it was seen. */
                retrieved: {
                    /** @description When it was last seen with this value. */
                    latest: string;
                };
                /** @description The value, as the record shows it. */
                value: unknown;
            }[];
            /** @description How many periods were skipped. */
            offset: number;
            /** @description Less than requested if the values are many megabytes. */
            limit: number;
            /** @description The total number of periods. */
            count: number;
        };
        /** @description A guest, a member, an application acting for a member, or one acting for itself. */
        AuthContext: {
            /**
             * @description Always `Guest`.
             * @constant
             */
            type: "Guest";
            /**
             * @description Always `Default`.
             * @constant
             */
            scope: "Default";
        } | {
            /**
             * @description Always `User`.
             * @constant
             */
            type: "User";
            /**
             * @description Always `Default`.
             * @constant
             */
            scope: "Default";
            /** @description The member who acts. */
            user: components["schemas"]["ShortUser"];
            /** @description Whether the member is an administrator. */
            is_administrator: boolean;
        } | {
            /**
             * @description Always `AccessToken`.
             * @constant
             */
            type: "AccessToken";
            /**
             * @description Always `Default`.
             * @constant
             */
            scope: "Default";
            client: components["schemas"]["ClientReference"];
            /** @description The member for whom the application acts. */
            user: components["schemas"]["ShortUser"];
        } | {
            /**
             * @description Always `OauthClient`.
             * @constant
             */
            type: "OauthClient";
            /**
             * @description Always `Default`.
             * @constant
             */
            scope: "Default";
            client: components["schemas"]["ClientReference"];
        };
        Ban: {
            /** @description Why, for the other administrators. */
            reason: string;
            /** @description When the account was banned. */
            created_at: components["schemas"]["Timestamp"];
            /** @description The administrator who banned it. */
            created_by: components["schemas"]["ShortUser"];
            /** @description When the ban expires. */
            expires_at: components["schemas"]["Timestamp"] | null;
            /** @description When an administrator lifted it. */
            lifted_at: components["schemas"]["Timestamp"] | null;
            /** @description The administrator who lifted it. */
            lifted_by: components["schemas"]["ShortUser"] | null;
        };
        BanBody: {
            /** @description Why, for the other administrators. */
            reason: string;
            /** @description When it expires; never if omitted or null. */
            expires_at?: components["schemas"]["Timestamp"] | null;
        };
        BanListing: {
            /** @description How many items were skipped. */
            offset: number;
            /** @description The maximum number of items on the page. */
            limit: number;
            /** @description The total number of items. */
            count: number;
            /** @description The page. */
            items: components["schemas"]["ListedBan"][];
        };
        /**
         * Format: uri
         * @description An absolute URL without a fragment, such as `https://example.org/callback`, or that of a native application, such as `org.example.game:/callback`.
         */
        CallbackUri: string;
        /** @description Both sides derive the puzzles from the token. Puzzle i (from 1) has the salt prng(token + i, s) and the target prng(token + i + "d", d), where prng is xorshift32 seeded with the 32-bit FNV-1a hash of its text, written in hexadecimal and cut to length. A nonce solves it if the hexadecimal sha256 of salt + nonce begins with the target. */
        CaptchaChallenge: {
            /** @description Signed; redeemed unchanged. */
            token: string;
            /** @description How much work it is. */
            challenge: {
                /** @description Number of puzzles. */
                c: number;
                /** @description Length of a salt, in hexadecimal characters. */
                s: number;
                /** @description Length of a target prefix, in hexadecimal characters. */
                d: number;
            };
            /** @description Milliseconds since the epoch. */
            expires: number;
        };
        ChannelDelivery: {
            /**
             * @description Gone: its receiver answered 410; nothing is delivered until the channel is resumed.
             * @enum {unknown}
             */
            state: "Active" | "Gone";
            /** @description Since when. */
            since: components["schemas"]["Timestamp"];
        };
        ClientDetail: {
            /**
             * @description Always `OauthClient`.
             * @constant
             */
            type: "OauthClient";
            /** @description The client’s id. */
            id: components["schemas"]["Uuid"];
            /** @description The client’s handle. */
            key: string;
            /** @description The name that the consent page shows. */
            display_name: string;
            /** @description The application’s home page. */
            app_uri: string;
            /** @description Where members return after an authorization. */
            callback_uri: string;
            /**
             * @description Present for a client without a secret.
             * @constant
             */
            public?: true;
            /** @description Null for a client of the instance itself. */
            owner: components["schemas"]["UserReference"] | null;
            /** @description The most that it may be granted. */
            allowed_scopes: components["schemas"]["AllowedScopes"];
            /** @description Where members may return after an authorization. The first is `callback_uri`. */
            callback_uris: components["schemas"]["CallbackUri"][];
            /**
             * @description Whether authorizations need PKCE. Only a confidential client may do without.
             * @enum {unknown}
             */
            pkce: "required" | "optional";
            /** @description Whether it has no secret. */
            is_public: boolean;
        };
        ClientListing: {
            /** @description How many items were skipped. */
            offset: number;
            /** @description The maximum number of items on the page. */
            limit: number;
            /** @description The total number of items. */
            count: number;
            /** @description The page. */
            items: components["schemas"]["OauthClient"][];
        };
        /** @description The application that acts. */
        ClientReference: {
            /**
             * @description Always `OauthClient`.
             * @constant
             */
            type: "OauthClient";
            /** @description The client’s id. */
            id: components["schemas"]["Uuid"];
            /** @description The client’s handle. */
            key: string;
            /** @description The name that the consent page shows. */
            display_name: string;
        };
        ClientSettings: {
            /** @description The name that the consent page shows. */
            display_name: string;
            /** @description The application’s home page. */
            app_uri: components["schemas"]["HttpUrl"];
            /** @description Where members return after an authorization; required without `callback_uris`. */
            callback_uri?: components["schemas"]["CallbackUri"];
            /** @description Where members may return after an authorization. The first is `callback_uri`. */
            callback_uris?: components["schemas"]["CallbackUri"][];
            /**
             * @description Unchanged if omitted; at first `required`.
             * @enum {unknown}
             */
            pkce?: "required" | "optional";
            /** @description The secret’s UTF-8 bytes in lowercase hexadecimal; required unless the client is public. */
            secret?: string;
            /** @description Whether it is a page or a program that cannot keep a secret: it uses PKCE instead. */
            public?: boolean;
            /**
             * @description How it authenticates: `none` is a public client; a confidential one may send its secret either way, whichever is registered.
             * @enum {unknown}
             */
            token_endpoint_auth_method?: "client_secret_basic" | "client_secret_post" | "none";
            /** @description The most that it may be granted; unchanged if omitted. */
            allowed_scopes?: components["schemas"]["AllowedScopes"];
        };
        Confirmation: {
            /** @description Until when the sign-in is recent. */
            confirmed_until: components["schemas"]["Timestamp"];
        };
        ConfirmationBody: {
            /** @description The account’s password. */
            current_password: string;
        };
        CreateUserBody: {
            /** @description The name to sign in with: 2 to 32 lowercase letters, digits and underscores, not beginning with a digit. */
            username: string;
            /** @description 2 to 64 letters with their marks, digits, spaces and _()-'., and not resembling an administrator’s name. Stored composed. */
            display_name: string;
            /** @description 8 to 256 characters. */
            password: string;
            /** @description The verification token of a solved captcha, if one is required. */
            "cap-token"?: string;
        };
        DeleteUserBody: {
            /** @description The member’s password; an administrator who deletes another’s account needs none. */
            current_password?: string;
        };
        Delivery: {
            /** @description The webhook-id, the same for every attempt. */
            id: string;
            /** @description The application it goes to. */
            app: {
                /** @description The application’s id. */
                id: string;
                /** @description The application’s handle. */
                key: string | null;
            };
            /** @description The channel it goes to. */
            channel: {
                /** @description The channel’s id. */
                id: string;
                /** @description The channel’s handle. */
                key: string;
            };
            /** @description What it is about. */
            event: {
                /** @description The event’s id. */
                id: string;
                /** @description The event’s type, with its version. */
                type: string;
            };
            /**
             * @description Dead: given up on after the last attempt. Cancelled: its channel no longer accepts events.
             * @enum {unknown}
             */
            status: "Pending" | "Delivered" | "Dead" | "Cancelled";
            /** @description The number of attempts. */
            attempts: number;
            /** @description What went wrong at the last attempt. */
            last_failure: string | null;
            /** @description When the event arrived. */
            created_at: string;
            /** @description When it was given up on, delivered or cancelled. */
            settled_at: string | null;
        };
        EmailBody: {
            /**
             * Format: email
             * @description An email address.
             */
            email: string;
        };
        ExportBody: {
            /** @description The member’s password. */
            current_password?: string;
        };
        ForumActor: {
            /**
             * @description A member, a role that a moderator acted in, or an application.
             * @enum {unknown}
             */
            type: "UserForumActor" | "RoleForumActor" | "ClientForumActor";
            /** @description The author’s strongest role there at the time. */
            role?: string;
            /** @description The member; for an act of a role, visible to moderators only. */
            user?: components["schemas"]["ShortUser"];
        };
        ForumAssignment: {
            assignee: components["schemas"]["ShortUser"] | null;
            assigned_by: components["schemas"]["ShortUser"] | null;
            time: components["schemas"]["Timestamp"] | null;
        };
        ForumAssignmentInput: {
            /** @description Who is to work on it; they must be able to resolve it. Null for nobody. */
            assignee: components["schemas"]["ForumMemberReference"] | null;
        };
        /** @description The markup that the caller may use here. */
        ForumGrammar: {
            /** @description `[admin]` blocks. */
            admin: boolean;
            /** @description `` `code` `` and fenced code. */
            code: boolean;
            /** @description How deep blocks may be nested. */
            depth: number;
            /** @description `_emphasis_`. */
            emphasis: boolean;
            /** @description The keys of `:icon:`. */
            icons: string[];
            /** @description The allowed schemes of `[text](uri)`. */
            links: string[];
            /** @description `[mod]` blocks. */
            mod: boolean;
            /** @description `[quote]` and `[quote=name]` blocks. */
            quote: boolean;
            /** @description `||spoiler||`. */
            spoiler: boolean;
            /** @description `~~strikethrough~~`. */
            strikethrough: boolean;
            /** @description `**strong**`. */
            strong: boolean;
        };
        ForumImported: {
            /**
             * @description Always `ForumImported`.
             * @constant
             */
            type: "ForumImported";
            /** @description The name of the import. */
            source: string;
            /**
             * @description What it is.
             * @enum {unknown}
             */
            kind: "user" | "section" | "thread" | "post";
            /** @description Its id in the old forum. */
            old_id: string;
            user: components["schemas"]["ShortUser"] | null;
            section: components["schemas"]["ForumSectionHead"] | null;
            thread: components["schemas"]["ForumThreadName"] | null;
            /** @description The post. */
            post: {
                /**
                 * @description Always `ForumPost`.
                 * @constant
                 */
                type: "ForumPost";
                /** @description The post’s id. */
                id: components["schemas"]["Uuid"];
            } | null;
            /** @description The post’s `offset` in the thread. */
            offset: number | null;
        };
        ForumMemberHistory: {
            /** @description The member’s sanctions, newest first, including ended ones. */
            sanctions: components["schemas"]["ForumSanctionListing"];
            /** @description The number of reports against what the member wrote. */
            reports_against: {
                /** @description Those not yet resolved. */
                pending: number;
                /** @description Those that were accepted. */
                resolved: number;
                /** @description Those that were rejected. */
                rejected: number;
            };
            /** @description What the member wrote. */
            posts: {
                /** @description Their number, without those in deleted threads; in a section, among the member’s newest 10000. */
                count: number;
            };
        };
        ForumMemberPosts: {
            /** @description How many items were skipped. */
            offset: number;
            /** @description The maximum number of items on the page. */
            limit: number;
            /** @description The total number of items. */
            count: number;
            /** @description The page. */
            items: {
                /**
                 * @description Always `ForumPost`.
                 * @constant
                 */
                type: "ForumPost";
                /** @description The post’s id. */
                id: components["schemas"]["Uuid"];
                /** @description When it was written. */
                ctime: components["schemas"]["Timestamp"];
                /** @description Who wrote it. */
                author: components["schemas"]["ForumActor"];
                /** @description The post’s history. */
                revisions: {
                    /** @description Their number. */
                    count: number;
                    /** @description The current revision. */
                    last: components["schemas"]["ForumRevision"];
                };
                /** @description What the caller may do with the post. */
                self: {
                    /** @description Write a new revision. */
                    can_edit: boolean;
                    /** @description Hide the body. */
                    can_delete: boolean;
                    /** @description Report it to the moderators. */
                    can_report: boolean;
                };
                /** @description The thread it is in. */
                thread: components["schemas"]["ForumThreadName"];
            }[];
        };
        /** @description A member, by id, username or email address. */
        ForumMemberReference: components["schemas"]["UserReference"] | {
            /**
             * @description Always `User`.
             * @constant
             */
            type: "User";
            /** @description The account’s username. */
            username: string;
        } | {
            /**
             * @description Always `User`.
             * @constant
             */
            type: "User";
            /** @description For administrators only. */
            email: string;
        };
        ForumMemberSummary: {
            /**
             * @description Always `ForumUser`.
             * @constant
             */
            type: "ForumUser";
            /** @description The member. */
            user: components["schemas"]["ShortUser"];
            /** @description The number of threads they opened. */
            threads: components["schemas"]["ForumPostCount"];
            /** @description The number of their posts, including hidden ones. */
            posts: components["schemas"]["ForumPostCount"];
            /** @description When the oldest one was written; null if there is none. */
            first_post_at: components["schemas"]["Timestamp"] | null;
            /** @description When the newest one was written; null if there is none. */
            last_post_at: components["schemas"]["Timestamp"] | null;
        };
        ForumModerationEvent: {
            /**
             * @description Always `ForumModerationEvent`.
             * @constant
             */
            type: "ForumModerationEvent";
            /** @description The entry’s id. */
            id: components["schemas"]["Uuid"];
            /** @description When it was done. */
            ctime: components["schemas"]["Timestamp"];
            /** @description Who did it. */
            actor: components["schemas"]["ShortUser"];
            /**
             * @description What was done.
             * @enum {unknown}
             */
            action: "LockThread" | "UnlockThread" | "PinThread" | "UnpinThread" | "MoveThread" | "RenameThread" | "DeleteThread" | "RestoreThread" | "DeletePost" | "EditPost" | "GrantRole" | "RevokeRole" | "CreateSanction" | "DeleteSanction" | "ResolveReport";
            section: components["schemas"]["Uuid"] | null;
            thread: components["schemas"]["Uuid"] | null;
            post: components["schemas"]["Uuid"] | null;
            target_user: components["schemas"]["ShortUser"] | null;
            /** @description The moderator’s comment. */
            comment: string | null;
            /** @description The fields that the action sets. */
            data: {
                [key: string]: unknown;
            };
        };
        ForumModerationLog: {
            /** @description How many items were skipped. */
            offset: number;
            /** @description The maximum number of items on the page. */
            limit: number;
            /** @description The total number of items. */
            count: number;
            /** @description The page. */
            items: components["schemas"]["ForumModerationEvent"][];
        };
        ForumNotification: {
            /**
             * @description Always `Notification`.
             * @constant
             */
            type: "Notification";
            /** @description The notification’s id. */
            id: components["schemas"]["Uuid"];
            /**
             * @description What it is about.
             * @enum {unknown}
             */
            kind: "Reply" | "NewThread" | "Mention" | "Quote" | "ReportResolved" | "Sanctioned" | "SanctionLifted" | "RoleGranted" | "RoleRevoked";
            /** @description When the member was notified; for replies, of the newest. */
            time: components["schemas"]["Timestamp"];
            read_at: components["schemas"]["Timestamp"] | null;
            /** @description The number of unread replies to the thread, at most 1000; else 1. */
            count: number;
            actor: components["schemas"]["ShortUser"] | null;
            section: components["schemas"]["ForumSectionHead"] | null;
            thread: components["schemas"]["ForumThreadName"] | null;
            post: components["schemas"]["ForumPostHead"] | null;
            /** @description The report. */
            report: {
                /**
                 * @description Always `ForumReport`.
                 * @constant
                 */
                type: "ForumReport";
                /** @description Its id. */
                id: components["schemas"]["Uuid"];
            } | null;
            /** @description The sanction. */
            sanction: {
                /**
                 * @description Always `ForumSanction`.
                 * @constant
                 */
                type: "ForumSanction";
                /** @description Its id. */
                id: components["schemas"]["Uuid"];
            } | null;
            /** @description The role. */
            role: string | null;
        };
        ForumNotificationSettings: {
            /** @description Whether the member watches threads that they open or reply to. */
            auto_watch: boolean;
            /**
             * @description How often unread notifications are mailed to a verified address.
             * @enum {unknown}
             */
            email: "Never" | "Daily" | "Weekly";
        };
        ForumNotificationSettingsPatch: {
            /** @description Whether the member watches threads that they open or reply to. */
            auto_watch?: boolean;
            /**
             * @description How often unread notifications are mailed to a verified address.
             * @enum {unknown}
             */
            email?: "Never" | "Daily" | "Weekly";
        };
        ForumNotifications: {
            /** @description How many items were skipped. */
            offset: number;
            /** @description The maximum number of items on the page. */
            limit: number;
            /** @description Their total number, at most 1000. */
            count: number;
            /** @description The page. */
            items: components["schemas"]["ForumNotification"][];
        };
        /** @description Either `ids` or `until`. */
        ForumNotificationsReadInput: {
            /** @description Ids of notifications; those that are not the caller’s are ignored. */
            ids?: components["schemas"]["Uuid"][];
            /** @description Marks this one read, and all below it in the listing. */
            until?: components["schemas"]["Uuid"];
        } & (unknown | unknown);
        ForumOverview: {
            /**
             * @description Always `ForumOverview`.
             * @constant
             */
            type: "ForumOverview";
            /** @description All sections. */
            sections: {
                /**
                 * @description Always `ForumSection`.
                 * @constant
                 */
                type: "ForumSection";
                /** @description The section’s id. */
                id: components["schemas"]["Uuid"];
                key: components["schemas"]["ForumSectionKey"];
                /** @description The section’s name. */
                display_name: string;
                /** @description When it was made. */
                ctime: components["schemas"]["Timestamp"];
                /** @description The language of its posts; null for any. */
                locale: string | null;
                /** @description `{type, id, key, display_name, locale, parent}`, parents up to the root. */
                parent: components["schemas"]["ForumParentSection"];
                /** @description The section’s threads. */
                threads: components["schemas"]["ForumPostCount"];
                /** @description The section from the caller’s point of view. */
                self: {
                    /** @description The caller’s roles here. */
                    roles: ("Administrator" | "GlobalModerator" | "Moderator")[];
                    grammar: components["schemas"]["ForumGrammar"];
                    /** @description The number of threads with unread posts, at most 1,000. */
                    unread_threads: number;
                    /** @description Whether the caller may open a thread. */
                    can_create_thread: boolean;
                };
                /** @description The newest post in it or its descendants; null if there is none. */
                last_post: {
                    /** @description The post. */
                    post: components["schemas"]["ForumPostHead"];
                    /** @description The thread it is in. */
                    thread: components["schemas"]["ForumThreadName"];
                } | null;
            }[];
        };
        ForumOwnReport: {
            /**
             * @description Always `ForumReport`.
             * @constant
             */
            type: "ForumReport";
            /** @description The report’s id. */
            id: components["schemas"]["Uuid"];
            /** @description When it was reported. */
            ctime: components["schemas"]["Timestamp"];
            /** @description Who reported it. */
            reporter: components["schemas"]["ShortUser"];
            /** @description The post or thread that was reported. */
            target: {
                /**
                 * @description What was reported.
                 * @enum {unknown}
                 */
                type: "ForumPost" | "ForumThread";
                /** @description Its id. */
                id: components["schemas"]["Uuid"];
            };
            /**
             * @description What is wrong with it.
             * @enum {unknown}
             */
            reason: "Spam" | "Harassment" | "NsfwContent" | "OffTopic" | "Illegal" | "Other";
            /** @description What the reporter wrote. */
            body: string | null;
            /**
             * @description Pending until a moderator accepts or rejects it.
             * @enum {unknown}
             */
            status: "Pending" | "Accepted" | "Rejected";
            resolved_at: components["schemas"]["Timestamp"] | null;
            /** @description The moderator’s note to the reporter. */
            resolution_note: string | null;
        };
        ForumOwnReports: {
            /** @description How many items were skipped. */
            offset: number;
            /** @description The maximum number of items on the page. */
            limit: number;
            /** @description The total number of items. */
            count: number;
            /** @description The page. */
            items: components["schemas"]["ForumOwnReport"][];
        };
        /** @description Parents up to the root, which has none. */
        ForumParentSection: {
            /**
             * @description Always `ForumSection`.
             * @constant
             */
            type: "ForumSection";
            /** @description The section’s id. */
            id: string;
            /** @description The section’s handle. */
            key: string;
            /** @description The section’s name. */
            display_name: string;
            /** @description The language of its posts. */
            locale: string | null;
            parent: components["schemas"]["ForumParentSection"];
        } | null;
        ForumPost: {
            /**
             * @description Always `ForumPost`.
             * @constant
             */
            type: "ForumPost";
            /** @description The post’s id. */
            id: components["schemas"]["Uuid"];
            /** @description When it was written. */
            ctime: components["schemas"]["Timestamp"];
            /** @description Who wrote it. */
            author: components["schemas"]["ForumActor"];
            /** @description The post’s history. */
            revisions: {
                /** @description Their number. */
                count: number;
                /** @description The current revision. */
                last: components["schemas"]["ForumRevision"];
            };
            /** @description What the caller may do with the post. */
            self: {
                /** @description Write a new revision. */
                can_edit: boolean;
                /** @description Hide the body. */
                can_delete: boolean;
                /** @description Report it to the moderators. */
                can_report: boolean;
            };
        };
        /** @description The thread’s posts. */
        ForumPostCount: {
            /** @description Their number. */
            count: number;
        };
        ForumPostDeletion: {
            /** @description The revision to hide; refused if there is a newer one. */
            last_revision_id: components["schemas"]["Uuid"];
            /** @description Why; shown in place of the body. */
            comment?: string | null;
        };
        ForumPostHead: {
            /**
             * @description Always `ForumPost`.
             * @constant
             */
            type: "ForumPost";
            /** @description The post’s id. */
            id: components["schemas"]["Uuid"];
            /** @description When it was written. */
            ctime: components["schemas"]["Timestamp"];
            /** @description Who wrote it. */
            author: components["schemas"]["ForumActor"];
        };
        ForumPostInput: {
            /** @description Markup source. */
            body: string;
        };
        ForumPostLocation: {
            /**
             * @description Always `ForumPostLocation`.
             * @constant
             */
            type: "ForumPostLocation";
            /** @description The post’s id. */
            post: components["schemas"]["Uuid"];
            /** @description The thread it is in. */
            thread: {
                /**
                 * @description Always `ForumThread`.
                 * @constant
                 */
                type: "ForumThread";
                /** @description The thread’s id. */
                id: components["schemas"]["Uuid"];
                /** @description The thread’s handle; most have none. */
                key: string | null;
            };
            /** @description Its `offset` in the thread. */
            offset: number;
        };
        ForumPostPatch: {
            /** @description The revision that was edited; refused if there is a newer one. */
            last_revision_id: components["schemas"]["Uuid"];
            /** @description The new body; null hides it, unchanged if omitted. */
            content?: string | null;
            /** @description A moderator’s note; null clears it, unchanged if omitted. */
            moderation?: string | null;
            /** @description Why it is edited. */
            comment: string | null;
        };
        ForumPreview: {
            /** @description Safe HTML. */
            html: string;
        };
        ForumPreviewInput: {
            /** @description Markup source. */
            body: string;
            /** @description Where it would be posted. */
            section: components["schemas"]["ForumSectionNaming"];
        };
        ForumQueuedReport: {
            /**
             * @description Always `ForumReport`.
             * @constant
             */
            type: "ForumReport";
            /** @description The report’s id. */
            id: components["schemas"]["Uuid"];
            /** @description When it was reported. */
            ctime: components["schemas"]["Timestamp"];
            /** @description Who reported it. */
            reporter: components["schemas"]["ShortUser"];
            /** @description The post or thread that was reported. */
            target: {
                /**
                 * @description What was reported.
                 * @enum {unknown}
                 */
                type: "ForumPost" | "ForumThread";
                /** @description Its id. */
                id: components["schemas"]["Uuid"];
            };
            /**
             * @description What is wrong with it.
             * @enum {unknown}
             */
            reason: "Spam" | "Harassment" | "NsfwContent" | "OffTopic" | "Illegal" | "Other";
            /** @description What the reporter wrote. */
            body: string | null;
            /**
             * @description Pending until a moderator accepts or rejects it.
             * @enum {unknown}
             */
            status: "Pending" | "Accepted" | "Rejected";
            resolved_at: components["schemas"]["Timestamp"] | null;
            resolved_by: components["schemas"]["ShortUser"] | null;
            /** @description The moderator’s note to the reporter. */
            resolution_note: string | null;
            /** @description What the report is about; absent if that is gone. */
            context?: {
                /**
                 * @description Always `ForumReportContext`.
                 * @constant
                 */
                type: "ForumReportContext";
                /** @description The thread that it is in. */
                thread: {
                    /**
                     * @description Always `ForumThread`.
                     * @constant
                     */
                    type: "ForumThread";
                    /** @description The thread’s id. */
                    id: components["schemas"]["Uuid"];
                };
                /** @description The thread’s title. */
                thread_title: string;
                /** @description The section that it is in. */
                section: {
                    /**
                     * @description Always `ForumSection`.
                     * @constant
                     */
                    type: "ForumSection";
                    /** @description The section’s id. */
                    id: components["schemas"]["Uuid"];
                };
                /** @description Who wrote it. */
                author: components["schemas"]["ShortUser"];
                /** @description The reported content as it reads now; empty if its body is hidden. */
                html: string;
            };
            /** @description What its moderators did so far; only with `include=work`. */
            work?: {
                /** @description Who works on it. */
                assignment: components["schemas"]["ForumAssignment"];
                /** @description The moderators’ notes. */
                notes: {
                    /** @description The number of notes. */
                    count: number;
                    last: components["schemas"]["ForumReportNote"] | null;
                };
            };
        };
        ForumQuotation: {
            /** @description Markup for the beginning of a reply. */
            body: string;
        };
        ForumReadInput: {
            /** @description Id of the newest post that the member has seen. */
            up_to_post: components["schemas"]["Uuid"];
        };
        /** @description The thread from the caller’s point of view. */
        ForumReadState: {
            /** @description Whether there are newer posts by others. */
            is_unread: boolean;
        };
        ForumReport: {
            /**
             * @description Always `ForumReport`.
             * @constant
             */
            type: "ForumReport";
            /** @description The report’s id. */
            id: components["schemas"]["Uuid"];
            /** @description When it was reported. */
            ctime: components["schemas"]["Timestamp"];
            /** @description Who reported it. */
            reporter: components["schemas"]["ShortUser"];
            /** @description The post or thread that was reported. */
            target: {
                /**
                 * @description What was reported.
                 * @enum {unknown}
                 */
                type: "ForumPost" | "ForumThread";
                /** @description Its id. */
                id: components["schemas"]["Uuid"];
            };
            /**
             * @description What is wrong with it.
             * @enum {unknown}
             */
            reason: "Spam" | "Harassment" | "NsfwContent" | "OffTopic" | "Illegal" | "Other";
            /** @description What the reporter wrote. */
            body: string | null;
            /**
             * @description Pending until a moderator accepts or rejects it.
             * @enum {unknown}
             */
            status: "Pending" | "Accepted" | "Rejected";
            resolved_at: components["schemas"]["Timestamp"] | null;
            resolved_by: components["schemas"]["ShortUser"] | null;
            /** @description The moderator’s note to the reporter. */
            resolution_note: string | null;
            /** @description What the report is about; absent if that is gone. */
            context?: {
                /**
                 * @description Always `ForumReportContext`.
                 * @constant
                 */
                type: "ForumReportContext";
                /** @description The thread that it is in. */
                thread: {
                    /**
                     * @description Always `ForumThread`.
                     * @constant
                     */
                    type: "ForumThread";
                    /** @description The thread’s id. */
                    id: components["schemas"]["Uuid"];
                };
                /** @description The thread’s title. */
                thread_title: string;
                /** @description The section that it is in. */
                section: {
                    /**
                     * @description Always `ForumSection`.
                     * @constant
                     */
                    type: "ForumSection";
                    /** @description The section’s id. */
                    id: components["schemas"]["Uuid"];
                };
                /** @description Who wrote it. */
                author: components["schemas"]["ShortUser"];
                /** @description The reported content as it reads now; empty if its body is hidden. */
                html: string;
            };
        };
        ForumReportInput: {
            /**
             * @description What is wrong with it.
             * @enum {unknown}
             */
            reason: "Spam" | "Harassment" | "NsfwContent" | "OffTopic" | "Illegal" | "Other";
            /** @description What the moderators should know. */
            body?: string | null;
        };
        ForumReportNote: {
            /**
             * @description Always `ForumReportNote`.
             * @constant
             */
            type: "ForumReportNote";
            /** @description The note’s id. */
            id: components["schemas"]["Uuid"];
            /** @description When it was written. */
            time: components["schemas"]["Timestamp"];
            /** @description The moderator who wrote it. */
            author: components["schemas"]["ShortUser"];
            /** @description Plain text. */
            body: string;
        };
        ForumReportNoteInput: {
            /** @description What the other moderators should know. Plain text. */
            body: string;
        };
        ForumReportNotes: {
            /** @description How many items were skipped. */
            offset: number;
            /** @description The maximum number of items on the page. */
            limit: number;
            /** @description The total number of items. */
            count: number;
            /** @description The page. */
            items: components["schemas"]["ForumReportNote"][];
        };
        ForumReportQueue: {
            /** @description How many items were skipped. */
            offset: number;
            /** @description The maximum number of items on the page. */
            limit: number;
            /** @description The total number of items. */
            count: number;
            /** @description The page. */
            items: components["schemas"]["ForumQueuedReport"][];
        };
        ForumResolution: {
            /**
             * @description Accepted or Rejected.
             * @enum {unknown}
             */
            status: "Pending" | "Accepted" | "Rejected";
            /** @description Why; the reporter reads it. */
            note?: string | null;
        };
        ForumResolutions: {
            /** @description One for each id, in the order given. */
            results: {
                /** @description The id, as given. */
                report: string;
                /** @description 200, or the status with which resolving it alone would be refused. */
                status: number;
                /** @description Why it was not resolved. */
                error?: string;
            }[];
        };
        ForumResolutionsInput: {
            /** @description The ids of the reports, resolved in this order. */
            reports: string[];
            /**
             * @description The resolution for all of them.
             * @enum {unknown}
             */
            status: "Accepted" | "Rejected";
            /** @description Why; the reporters read it. */
            note?: string | null;
        };
        ForumRevision: {
            /**
             * @description Always `ForumPostRevision`.
             * @constant
             */
            type: "ForumPostRevision";
            /** @description The revision’s id. */
            id: components["schemas"]["Uuid"];
            /** @description When it was written. */
            time: components["schemas"]["Timestamp"];
            /** @description Who wrote it. */
            author: components["schemas"]["ForumActor"];
            /** @description The body; null while it is hidden. */
            content: {
                /** @description Safe HTML. */
                html: string;
                /** @description The source; only in the source view. */
                marktwin?: string;
            } | null;
            /** @description The moderator’s note shown instead of a hidden body. */
            moderation: string | null;
            /** @description Why it was edited. */
            comment: string | null;
        };
        ForumRoleGrantInput: {
            user: components["schemas"]["ForumMemberReference"];
            /**
             * @description The role.
             * @enum {unknown}
             */
            role: "Administrator" | "GlobalModerator" | "Moderator";
            /** @description For a Moderator only: where the role holds. */
            section?: components["schemas"]["ForumSectionReference"];
        };
        ForumSanction: {
            /**
             * @description Always `ForumSanction`.
             * @constant
             */
            type: "ForumSanction";
            /** @description The sanction’s id. */
            id: components["schemas"]["Uuid"];
            /** @description The sanctioned member. */
            user: components["schemas"]["ShortUser"];
            /** @description Where it applies; null for the whole forum. */
            section: {
                /**
                 * @description Always `ForumSection`.
                 * @constant
                 */
                type: "ForumSection";
                /** @description The section’s id. */
                id: components["schemas"]["Uuid"];
            } | null;
            /**
             * @description A mute keeps the member from posting; a warning does not.
             * @enum {unknown}
             */
            kind: "Warning" | "Mute";
            /** @description When it began. */
            created_at: components["schemas"]["Timestamp"];
            /** @description The moderator who imposed it. */
            created_by: components["schemas"]["ShortUser"];
            deleted_at: components["schemas"]["Timestamp"] | null;
            deleted_by: components["schemas"]["ShortUser"] | null;
            expires_at: components["schemas"]["Timestamp"] | null;
            /** @description Why; the member reads it. */
            reason: string;
            /** @description For moderators of what the sanction covers. */
            internal_note?: string;
        };
        ForumSanctionInput: {
            user: components["schemas"]["ForumMemberReference"];
            /** @description Where it applies; the whole forum if omitted or null. */
            section?: {
                /**
                 * @description Always `ForumSection`.
                 * @constant
                 */
                type: "ForumSection";
                /** @description The section’s id. */
                id: components["schemas"]["Uuid"];
            } | null;
            /**
             * @description A mute keeps the member from posting; a warning does not.
             * @enum {unknown}
             */
            kind: "Warning" | "Mute";
            /** @description When a mute expires. Not allowed for a warning. */
            expires_at?: components["schemas"]["Timestamp"] | null;
            /** @description Why; the member reads it. */
            reason: string;
            /** @description For moderators only. */
            internal_note: string;
        };
        ForumSanctionListing: {
            /** @description How many items were skipped. */
            offset: number;
            /** @description The maximum number of items on the page. */
            limit: number;
            /** @description The total number of items. */
            count: number;
            /** @description The page. */
            items: components["schemas"]["ForumSanction"][];
        };
        ForumSearchHits: {
            /** @description How many items were skipped. */
            offset: number;
            /** @description The maximum number of items on the page. */
            limit: number;
            /** @description The total number of items. */
            count: number;
            /** @description The page. */
            items: {
                /**
                 * @description Always `ForumSearchHit`.
                 * @constant
                 */
                type: "ForumSearchHit";
                /** @description The thread that it is in. */
                thread: components["schemas"]["ForumThreadName"];
                /** @description The section that the thread is in. */
                section: components["schemas"]["ForumSectionHead"];
                post: components["schemas"]["ForumPostHead"] | null;
                /** @description Its `offset` in the thread; 0 for a title. */
                offset: number;
                /** @description An excerpt as safe HTML, with no tags but `<mark>` around the words that matched. */
                snippet: string;
            }[];
        };
        ForumSection: {
            /**
             * @description Always `ForumSection`.
             * @constant
             */
            type: "ForumSection";
            /** @description The section’s id. */
            id: components["schemas"]["Uuid"];
            key: components["schemas"]["ForumSectionKey"];
            /** @description The section’s name. */
            display_name: string;
            /** @description When it was made. */
            ctime: components["schemas"]["Timestamp"];
            /** @description The language of its posts; null for any. */
            locale: string | null;
            /** @description `{type, id, key, display_name, locale, parent}`, parents up to the root. */
            parent: components["schemas"]["ForumParentSection"];
            /** @description The section’s threads. */
            threads: components["schemas"]["ForumPostCount"];
            /** @description The section from the caller’s point of view. */
            self: {
                /** @description The caller’s roles here. */
                roles: ("Administrator" | "GlobalModerator" | "Moderator")[];
                grammar: components["schemas"]["ForumGrammar"];
                /** @description The number of threads with unread posts, at most 1,000. */
                unread_threads: number;
                /** @description Whether the caller may open a thread. */
                can_create_thread: boolean;
            };
        };
        ForumSectionHead: {
            /**
             * @description Always `ForumSection`.
             * @constant
             */
            type: "ForumSection";
            /** @description The section’s id. */
            id: components["schemas"]["Uuid"];
            key: components["schemas"]["ForumSectionKey"];
            /** @description The section’s name. */
            display_name: string;
        };
        ForumSectionInput: {
            key: components["schemas"]["ForumSectionKey"];
            /** @description The section’s name. */
            display_name: string;
            /** @description The language of its posts; null for any. */
            locale?: components["schemas"]["Locale"] | null;
            /** @description Key of the parent section; omitted for a root. */
            parent?: components["schemas"]["ForumSectionKey"];
            /**
             * @description Its position in listings, smallest first.
             * @default 0
             */
            order: number;
        };
        /** @description The section’s handle. */
        ForumSectionKey: string;
        ForumSectionListing: {
            /** @description How many items were skipped. */
            offset: number;
            /** @description The maximum number of items on the page. */
            limit: number;
            /** @description The total number of items. */
            count: number;
            /** @description The page. */
            items: components["schemas"]["ForumSection"][];
        };
        /** @description A section, by its id or its key. */
        ForumSectionNaming: {
            /** @description The section’s id. */
            id: components["schemas"]["Uuid"];
        } | {
            key: components["schemas"]["ForumSectionKey"];
        };
        ForumSectionPage: {
            /**
             * @description Always `ForumSection`.
             * @constant
             */
            type: "ForumSection";
            /** @description The section’s id. */
            id: components["schemas"]["Uuid"];
            key: components["schemas"]["ForumSectionKey"];
            /** @description The section’s name. */
            display_name: string;
            /** @description When it was made. */
            ctime: components["schemas"]["Timestamp"];
            /** @description The language of its posts; null for any. */
            locale: string | null;
            /** @description `{type, id, key, display_name, locale, parent}`, parents up to the root. */
            parent: components["schemas"]["ForumParentSection"];
            /** @description A page of its threads: pinned ones, then by latest post. */
            threads: {
                /** @description How many items were skipped. */
                offset: number;
                /** @description The maximum number of items on the page. */
                limit: number;
                /** @description The total number of items. */
                count: number;
                /** @description The page. */
                items: components["schemas"]["ForumThreadSummary"][];
            };
            /** @description The child sections. */
            children: components["schemas"]["ForumSection"][];
            /** @description The moderators of this section. */
            role_grants: {
                /**
                 * @description The role.
                 * @enum {unknown}
                 */
                role: "Administrator" | "GlobalModerator" | "Moderator";
                /** @description Who has it. */
                user: components["schemas"]["ShortUser"];
                /** @description Since when. */
                start_time: components["schemas"]["Timestamp"];
                /** @description Who granted it. */
                granted_by: components["schemas"]["ShortUser"];
            }[];
            /** @description The section from the caller’s point of view. */
            self: {
                /** @description The caller’s roles here. */
                roles: ("Administrator" | "GlobalModerator" | "Moderator")[];
                grammar: components["schemas"]["ForumGrammar"];
                /** @description The number of threads with unread posts, at most 1,000. */
                unread_threads: number;
                /** @description Whether the caller may open a thread. */
                can_create_thread: boolean;
            };
        };
        /** @description A section, by its id or its key. */
        ForumSectionReference: {
            /**
             * @description Always `ForumSection`.
             * @constant
             */
            type: "ForumSection";
            /** @description The section’s id. */
            id: components["schemas"]["Uuid"];
        } | {
            /**
             * @description Always `ForumSection`.
             * @constant
             */
            type: "ForumSection";
            key: components["schemas"]["ForumSectionKey"];
        };
        ForumSectionSettings: {
            /** @description The section’s name. */
            display_name: string;
            /** @description The language of its posts; null for any. */
            locale?: components["schemas"]["Locale"] | null;
            /** @description Key of the parent section; omitted for a root. */
            parent?: components["schemas"]["ForumSectionKey"];
            /** @description Its position in listings, smallest first; unchanged if omitted, 0 for a new section. */
            order?: number;
        };
        ForumSinglePost: {
            /**
             * @description Always `ForumPost`.
             * @constant
             */
            type: "ForumPost";
            /** @description The post’s id. */
            id: components["schemas"]["Uuid"];
            /** @description When it was written. */
            ctime: components["schemas"]["Timestamp"];
            /** @description Who wrote it. */
            author: components["schemas"]["ForumActor"];
            /** @description A page of its revisions, oldest first. */
            revisions: {
                /** @description How many items were skipped. */
                offset: number;
                /** @description The maximum number of items on the page. */
                limit: number;
                /** @description The total number of items. */
                count: number;
                /** @description The page. */
                items: components["schemas"]["ForumRevision"][];
            };
            /** @description The thread it is in. */
            thread: {
                /**
                 * @description Always `ForumThread`.
                 * @constant
                 */
                type: "ForumThread";
                /** @description The thread’s id. */
                id: components["schemas"]["Uuid"];
                /** @description The thread’s handle; most have none. */
                key: string | null;
                /** @description The thread’s title. */
                title: string;
                /** @description When it was opened. */
                ctime: components["schemas"]["Timestamp"];
                /** @description Whether it is listed above the section’s other threads. */
                is_pinned: boolean;
                /** @description Whether it is closed to new posts. */
                is_locked: boolean;
                posts: components["schemas"]["ForumPostCount"];
                /** @description The section it is in. */
                section: components["schemas"]["ForumSectionHead"];
            };
            /** @description What the caller may do with the post. */
            self: {
                /** @description Write a new revision. */
                can_edit: boolean;
                /** @description Hide the body. */
                can_delete: boolean;
                /** @description Report it to the moderators. */
                can_report: boolean;
            };
        };
        ForumSubscription: {
            /**
             * @description The level in force: the member’s choice for it, or for the nearest section above it; otherwise `Watching` for a thread in which they have written while `auto_watch` is on; otherwise `None`.
             * @enum {unknown}
             */
            level: "Watching" | "Muted" | "None";
            /** @description Whether the member has made no choice for this thread or section itself. */
            is_default: boolean;
        };
        ForumSubscriptionInput: {
            /**
             * @description `Watching`: notified of what is new there. `Muted`: not notified of replies and new threads.
             * @enum {unknown}
             */
            level: "Watching" | "Muted";
        };
        ForumThread: {
            /**
             * @description Always `ForumThread`.
             * @constant
             */
            type: "ForumThread";
            /** @description The thread’s id. */
            id: components["schemas"]["Uuid"];
            /** @description The thread’s handle; most have none. */
            key: string | null;
            /** @description The thread’s title. */
            title: string;
            /** @description When it was opened. */
            ctime: components["schemas"]["Timestamp"];
            /** @description Whether it is listed above the section’s other threads. */
            is_pinned: boolean;
            /** @description Whether it is closed to new posts. */
            is_locked: boolean;
            /** @description The section it is in. */
            section: components["schemas"]["ForumSection"];
            /** @description A page of its posts, oldest first. */
            posts: {
                /** @description How many items were skipped. */
                offset: number;
                /** @description The maximum number of items on the page. */
                limit: number;
                /** @description The total number of items. */
                count: number;
                /** @description The page. */
                items: components["schemas"]["ForumPost"][];
            };
            /** @description What the caller may do with the thread. */
            self: {
                /** @description Reply. */
                can_post: boolean;
                /** @description Lock and unlock it. */
                can_lock: boolean;
                /** @description Pin and unpin it. */
                can_pin: boolean;
                /** @description Move it out of its section. */
                can_move: boolean;
                /** @description Delete it. */
                can_delete: boolean;
                /** @description Report it to the moderators. */
                can_report: boolean;
            };
        };
        ForumThreadDeletion: {
            /** @description Why; only for the moderation log. */
            comment?: string | null;
        };
        ForumThreadInput: {
            /** @description 2 to 128 characters after trimming, no control characters, and something visible. */
            title: string;
            /** @description Markup source of the first post. */
            body: string;
        };
        ForumThreadMove: {
            /** @description The destination. */
            section: components["schemas"]["ForumSectionReference"];
        };
        ForumThreadName: {
            /**
             * @description Always `ForumThread`.
             * @constant
             */
            type: "ForumThread";
            /** @description The thread’s id. */
            id: components["schemas"]["Uuid"];
            /** @description The thread’s handle; most have none. */
            key: string | null;
            /** @description The thread’s title. */
            title: string;
        };
        ForumThreadPatch: {
            /** @description 2 to 128 characters after trimming, no control characters, and something visible. */
            title?: string;
            /** @description Whether it is listed above the others. */
            is_pinned?: boolean;
            /** @description Whether it is closed to new posts. */
            is_locked?: boolean;
        };
        ForumThreadSummary: {
            /**
             * @description Always `ForumThread`.
             * @constant
             */
            type: "ForumThread";
            /** @description The thread’s id. */
            id: components["schemas"]["Uuid"];
            /** @description The thread’s handle; most have none. */
            key: string | null;
            /** @description The thread’s title. */
            title: string;
            /** @description When it was opened. */
            ctime: components["schemas"]["Timestamp"];
            /** @description Whether it is listed above the section’s other threads. */
            is_pinned: boolean;
            /** @description Whether it is closed to new posts. */
            is_locked: boolean;
            posts: components["schemas"]["ForumPostCount"];
            /** @description The newest post. */
            last_post: components["schemas"]["ForumPostHead"];
            /** @description Whether one of its posts has an `[admin]` block. */
            has_admin_announcement: boolean;
            /** @description The thread from the caller’s point of view. */
            self: {
                /** @description Whether there are posts by others that the caller has not read. */
                is_unread: boolean;
            };
        };
        ForumUnreadNotifications: {
            /** @description The number of unread ones, at most 1000. */
            unread: number;
        };
        FullApp: {
            /** @description A UUIDv7. */
            id: string;
            /** @description When it was created and retired. */
            period: {
                /** @description When it was created. */
                start: string;
                /** @description When it was retired; null while live. */
                end: string | null;
            };
            /** @description The application’s handle. */
            key: string | null;
            /** @description The members who may edit it. */
            owners: components["schemas"]["UserReference"][];
            /** @description The channels visible to the caller, in rank order. */
            channels: {
                /** @description How many items were skipped. */
                offset: number;
                /** @description The maximum number of items on the page. */
                limit: number;
                /** @description The total number of items. */
                count: number;
                /** @description The page. */
                items: {
                    /** @description A UUIDv7. */
                    id: string;
                    /** @description The channel’s handle within its application. */
                    key: string;
                    /** @description When it was created and retired. */
                    period: {
                        /** @description When it was created. */
                        start: string;
                        /** @description When it was retired; null while live. */
                        end: string | null;
                    };
                    /** @description Locale of the description. */
                    main_locale: string;
                    /** @description The channel’s description, in its main locale. */
                    description: string;
                    /** @description Locale to text, without the main locale. */
                    description_i18n: {
                        [key: string]: string;
                    };
                    /** @description URL of the deployment’s root. */
                    base_uri: string;
                    /** @description URL to which a member is sent. */
                    home_uri: string;
                    /** @description URL template of a member’s profile, with {user_id} in its path. */
                    user_uri: string | null;
                    /**
                     * @description The audience it is suitable for.
                     * @enum {unknown}
                     */
                    rating: "General" | "Teen" | "Adult";
                    /**
                     * @description Its stage of development.
                     * @enum {unknown}
                     */
                    status: "Stable" | "Beta" | "Alpha" | "Dev";
                    /**
                     * @description Private: visible only to its owners and administrators.
                     * @enum {unknown}
                     */
                    visibility: "Public" | "Private";
                    /** @description Whether the platform’s team endorses it. */
                    is_official: boolean;
                    /** @description URL to which events are delivered. */
                    event_stream_callback_uri: string | null;
                    /** @description Its picture. */
                    cover_image: {
                        /**
                         * @description Always `Asset`.
                         * @constant
                         */
                        type: "Asset";
                        /** @description The name of a picture included with the site. */
                        name: string;
                    } | null;
                    /** @description Its colour, as lowercase #rrggbb. */
                    cover_color: string | null;
                }[];
            };
            /**
             * @description What the application is.
             * @enum {unknown}
             */
            kind: "Platform" | "Game" | "Other";
            /** @description The name, in the main locale. */
            display_name: string;
            /** @description Locale of the display name. */
            main_locale: string;
            /** @description Translations by locale, without the main locale. */
            i18n: {
                [key: string]: {
                    /** @description The name in this locale. */
                    display_name: string;
                };
            };
        };
        GameACreature: {
            /**
             * @description Always `GameACreature`.
             * @constant
             */
            type: "GameACreature";
            /** @description The game’s server. */
            server: string;
            /** @description The game’s own id, decimal. */
            id: string;
            /** @description When it was first observed. */
            archived_at: string;
            /** @description Its name; the value is null if it has none. Null: never archived. */
            name: {
                /** @description As it was last seen. */
                latest: {
                    /** @description How long it had this value. */
                    period: {
                        /** @description When it was first seen with this value. */
                        start: string;
                        /** @description When it got another value; null if it still has this one. */
                        end: string | null;
                    };
                    /** @description When it was seen. */
                    retrieved: {
                        /** @description When it was last seen with this value. */
                        latest: string;
                    };
                    /** @description The value. */
                    value: string | null;
                };
            } | null;
            /** @description The account that owns it. Null: never archived. */
            owner: {
                /** @description As it was last seen. */
                latest: {
                    /** @description How long it had this value. */
                    period: {
                        /** @description When it was first seen with this value. */
                        start: string;
                        /** @description When it got another value; null if it still has this one. */
                        end: string | null;
                    };
                    /** @description When it was seen. */
                    retrieved: {
                        /** @description When it was last seen with this value. */
                        latest: string;
                    };
                    /** @description The value. */
                    value: {
                        /**
                         * @description Always `GameAUser`.
                         * @constant
                         */
                        type: "GameAUser";
                        /** @description The game’s server. */
                        server: string;
                        /** @description The game’s own id, decimal. */
                        id: string;
                        /** @description The account’s name. */
                        username: string;
                    };
                };
            } | null;
            /** @description Id of its location. Null: never archived. */
            location: {
                /** @description As it was last seen. */
                latest: {
                    /** @description How long it had this value. */
                    period: {
                        /** @description When it was first seen with this value. */
                        start: string;
                        /** @description When it got another value; null if it still has this one. */
                        end: string | null;
                    };
                    /** @description When it was seen. */
                    retrieved: {
                        /** @description When it was last seen with this value. */
                        latest: string;
                    };
                    /** @description The value. */
                    value: string;
                };
            } | null;
            /** @description Its race. Null: never archived. */
            race: {
                /** @description As it was last seen. */
                latest: {
                    /** @description How long it had this value. */
                    period: {
                        /** @description When it was first seen with this value. */
                        start: string;
                        /** @description When it got another value; null if it still has this one. */
                        end: string | null;
                    };
                    /** @description When it was seen. */
                    retrieved: {
                        /** @description When it was last seen with this value. */
                        latest: string;
                    };
                    /** @description The value. */
                    value: string;
                };
            } | null;
            /** @description Its appearance. Null: never archived. */
            skin: {
                /** @description As it was last seen. */
                latest: {
                    /** @description How long it had this value. */
                    period: {
                        /** @description When it was first seen with this value. */
                        start: string;
                        /** @description When it got another value; null if it still has this one. */
                        end: string | null;
                    };
                    /** @description When it was seen. */
                    retrieved: {
                        /** @description When it was last seen with this value. */
                        latest: string;
                    };
                    /** @description The value. */
                    value: string;
                };
            } | null;
            /** @description Its remaining life, in percent. Null: never archived. */
            life: {
                /** @description As it was last seen. */
                latest: {
                    /** @description How long it had this value. */
                    period: {
                        /** @description When it was first seen with this value. */
                        start: string;
                        /** @description When it got another value; null if it still has this one. */
                        end: string | null;
                    };
                    /** @description When it was seen. */
                    retrieved: {
                        /** @description When it was last seen with this value. */
                        latest: string;
                    };
                    /** @description The value. */
                    value: number;
                };
            } | null;
            /** @description Its level. Null: never archived. */
            level: {
                /** @description As it was last seen. */
                latest: {
                    /** @description How long it had this value. */
                    period: {
                        /** @description When it was first seen with this value. */
                        start: string;
                        /** @description When it got another value; null if it still has this one. */
                        end: string | null;
                    };
                    /** @description When it was seen. */
                    retrieved: {
                        /** @description When it was last seen with this value. */
                        latest: string;
                    };
                    /** @description The value. */
                    value: number;
                };
            } | null;
            /** @description Its progress to the next level, in percent. Null: never archived. */
            experience: {
                /** @description As it was last seen. */
                latest: {
                    /** @description How long it had this value. */
                    period: {
                        /** @description When it was first seen with this value. */
                        start: string;
                        /** @description When it got another value; null if it still has this one. */
                        end: string | null;
                    };
                    /** @description When it was seen. */
                    retrieved: {
                        /** @description When it was last seen with this value. */
                        latest: string;
                    };
                    /** @description The value. */
                    value: number;
                };
            } | null;
            /** @description How dangerous it is. Null: never archived. */
            danger: {
                /** @description As it was last seen. */
                latest: {
                    /** @description How long it had this value. */
                    period: {
                        /** @description When it was first seen with this value. */
                        start: string;
                        /** @description When it got another value; null if it still has this one. */
                        end: string | null;
                    };
                    /** @description When it was seen. */
                    retrieved: {
                        /** @description When it was last seen with this value. */
                        latest: string;
                    };
                    /** @description The value. */
                    value: number;
                };
            } | null;
            /** @description Whether it fights in a tournament. Null: never archived. */
            in_tournament: {
                /** @description As it was last seen. */
                latest: {
                    /** @description How long it had this value. */
                    period: {
                        /** @description When it was first seen with this value. */
                        start: string;
                        /** @description When it got another value; null if it still has this one. */
                        end: string | null;
                    };
                    /** @description When it was seen. */
                    retrieved: {
                        /** @description When it was last seen with this value. */
                        latest: string;
                    };
                    /** @description The value. */
                    value: boolean;
                };
            } | null;
            /** @description Its strength in each element. Null: never archived. */
            elements: {
                /** @description As it was last seen. */
                latest: {
                    /** @description How long it had this value. */
                    period: {
                        /** @description When it was first seen with this value. */
                        start: string;
                        /** @description When it got another value; null if it still has this one. */
                        end: string | null;
                    };
                    /** @description When it was seen. */
                    retrieved: {
                        /** @description When it was last seen with this value. */
                        latest: string;
                    };
                    /** @description The value. */
                    value: {
                        /** @description Fire. */
                        fire: number;
                        /** @description Earth. */
                        earth: number;
                        /** @description Water. */
                        water: number;
                        /** @description Thunder. */
                        thunder: number;
                        /** @description Air. */
                        air: number;
                    };
                };
            } | null;
            /** @description Its level in each skill, 0 to 5. Null: never archived. */
            skills: {
                /** @description As it was last seen. */
                latest: {
                    /** @description How long it had this value. */
                    period: {
                        /** @description When it was first seen with this value. */
                        start: string;
                        /** @description When it got another value; null if it still has this one. */
                        end: string | null;
                    };
                    /** @description When it was seen. */
                    retrieved: {
                        /** @description When it was last seen with this value. */
                        latest: string;
                    };
                    /** @description The value. */
                    value: {
                        [key: string]: number;
                    };
                };
            } | null;
        };
        GameAUser: {
            /**
             * @description Always `GameAUser`.
             * @constant
             */
            type: "GameAUser";
            /** @description The game’s server. */
            server: string;
            /** @description The game’s own id, decimal. */
            id: string;
            /** @description When it was first observed. */
            archived_at: string;
            /** @description Its last known name. Null: never archived. */
            username: string | null;
            /** @description Its number of coins. Null: never archived. */
            coins: {
                /** @description As it was last seen. */
                latest: {
                    /** @description How long it had this value. */
                    period: {
                        /** @description When it was first seen with this value. */
                        start: string;
                        /** @description When it got another value; null if it still has this one. */
                        end: string | null;
                    };
                    /** @description When it was seen. */
                    retrieved: {
                        /** @description When it was last seen with this value. */
                        latest: string;
                    };
                    /** @description The value. */
                    value: number;
                };
            } | null;
            /** @description Its creatures. Null: never archived. */
            creatures: {
                /** @description As it was last seen. */
                latest: {
                    /** @description How long it had this value. */
                    period: {
                        /** @description When it was first seen with this value. */
                        start: string;
                        /** @description When it got another value; null if it still has this one. */
                        end: string | null;
                    };
                    /** @description When it was seen. */
                    retrieved: {
                        /** @description When it was last seen with this value. */
                        latest: string;
                    };
                    /** @description The value. */
                    value: {
                        /**
                         * @description Always `GameACreature`.
                         * @constant
                         */
                        type: "GameACreature";
                        /** @description The game’s server. */
                        server: string;
                        /** @description The game’s own id, decimal. */
                        id: string;
                    }[];
                };
            } | null;
            /** @description Its number of each item. Null: never archived. */
            inventory: {
                /** @description As it was last seen. */
                latest: {
                    /** @description How long it had this value. */
                    period: {
                        /** @description When it was first seen with this value. */
                        start: string;
                        /** @description When it got another value; null if it still has this one. */
                        end: string | null;
                    };
                    /** @description When it was seen. */
                    retrieved: {
                        /** @description When it was last seen with this value. */
                        latest: string;
                    };
                    /** @description The value. */
                    value: {
                        [key: string]: number;
                    };
                };
            } | null;
            /** @description Its collection. Null: never archived. */
            collection: {
                /** @description As it was last seen. */
                latest: {
                    /** @description How long it had this value. */
                    period: {
                        /** @description When it was first seen with this value. */
                        start: string;
                        /** @description When it got another value; null if it still has this one. */
                        end: string | null;
                    };
                    /** @description When it was seen. */
                    retrieved: {
                        /** @description When it was last seen with this value. */
                        latest: string;
                    };
                    /** @description The value. */
                    value: {
                        /** @description Ids of its rewards. */
                        rewards: string[];
                        /** @description Keys of its epic rewards. */
                        epic_rewards: string[];
                    };
                };
            } | null;
            svc: components["schemas"]["Svc"];
        };
        GameBUser: {
            /**
             * @description Always `GameBUser`.
             * @constant
             */
            type: "GameBUser";
            /** @description The game’s server. */
            server: string;
            /** @description The game’s own id, decimal. */
            id: string;
            /** @description Its last known name. Null: never archived. */
            username: string | null;
            /** @description When it was first observed. */
            archived_at: string;
            /** @description Its achievements. Null: never archived. */
            profile: {
                /** @description As it was last seen. */
                latest: {
                    /** @description How long it had this value. */
                    period: {
                        /** @description When it was first seen with this value. */
                        start: string;
                        /** @description When it got another value; null if it still has this one. */
                        end: string | null;
                    };
                    /** @description When it was seen. */
                    retrieved: {
                        /** @description When it was last seen with this value. */
                        latest: string;
                    };
                    /** @description The value. */
                    value: {
                        /** @description The best score. */
                        best_score: number;
                        /** @description The highest level. */
                        best_level: number;
                        /** @description Whether the game was completed. */
                        game_completed: boolean;
                        /** @description Ids of the items found. */
                        items: string[];
                        /** @description The state of each quest. */
                        quests: {
                            [key: string]: "None" | "Pending" | "Complete";
                        };
                    };
                };
            } | null;
            /** @description Its number of each item. Null: never archived. */
            inventory: {
                /** @description As it was last seen. */
                latest: {
                    /** @description How long it had this value. */
                    period: {
                        /** @description When it was first seen with this value. */
                        start: string;
                        /** @description When it got another value; null if it still has this one. */
                        end: string | null;
                    };
                    /** @description When it was seen. */
                    retrieved: {
                        /** @description When it was last seen with this value. */
                        latest: string;
                    };
                    /** @description The value. */
                    value: {
                        [key: string]: number;
                    };
                };
            } | null;
            svc: components["schemas"]["Svc"];
        };
        GameCRewards: {
            /** @description The account’s achievements. */
            stats: {
                /** @description The name of the statistic. */
                stat_key: string;
                /** @description Its value. */
                score: number;
                /** @description Its rarity. */
                rarity: number;
            }[];
            /** @description The account’s rewards. */
            rewards: {
                /** @description What it was given for. */
                achievement_key: string;
                /** @description Its worth, in points. */
                points: number;
            }[];
        };
        GameCScores: {
            /** @description The site. */
            site: {
                /**
                 * @description Always `GameCSite`.
                 * @constant
                 */
                type: "GameCSite";
                /** @description The site’s id. */
                id: number;
                /** @description Descriptions of the site, by language. */
                lang: {
                    /** @description The language. */
                    locale: string;
                    /** @description The site’s description in this language. */
                    description: string | null;
                }[];
                /** @description The site’s name. */
                name: string;
            };
            /** @description The score. */
            points: number;
        }[];
        GameCUser: {
            /**
             * @description Always `GameCUser`.
             * @constant
             */
            type: "GameCUser";
            /** @description The game’s own id, decimal. */
            id: string;
            /** @description When it was first observed. */
            archived_at: string;
            /** @description Its last known name. Null: never archived. */
            display_name: string | null;
            /** @description Its accounts on the game’s sites. Null: never archived. */
            links: {
                /** @description The site. */
                site: {
                    /**
                     * @description Always `GameCSite`.
                     * @constant
                     */
                    type: "GameCSite";
                    /** @description The site’s id. */
                    id: number;
                    /** @description The site’s host name. */
                    host: string;
                };
                /** @description The account there. */
                user: {
                    /** @description As it was last seen. */
                    latest: {
                        /** @description How long it had this value. */
                        period: {
                            /** @description When it was first seen with this value. */
                            start: string;
                            /** @description When it got another value; null if it still has this one. */
                            end: string | null;
                        };
                        /** @description When it was seen. */
                        retrieved: {
                            /** @description When it was last seen with this value. */
                            latest: string;
                        };
                        /** @description The value. */
                        value: {
                            /** @description The account’s id on the site. */
                            id: number;
                        };
                    };
                };
            }[] | null;
            svc: components["schemas"]["Svc"];
        };
        GrantListing: {
            /** @description How many items were skipped. */
            offset: number;
            /** @description The maximum number of items on the page. */
            limit: number;
            /** @description The total number of items. */
            count: number;
            /** @description The page. */
            items: components["schemas"]["OauthGrant"][];
        };
        /**
         * Format: uri
         * @description An absolute URL, such as `https://example.org/`.
         */
        HttpUrl: string;
        JobListing: {
            /** @description How many items were skipped. */
            offset: number;
            /** @description The maximum number of items on the page. */
            limit: number;
            /** @description The total number of items. */
            count: number;
            /** @description The page. */
            items: {
                /** @description The job’s id. */
                id: components["schemas"]["Uuid"];
                /** @description When it was made. */
                created_at: components["schemas"]["Timestamp"];
                /** @description Who made it; null if a service did. */
                created_by: components["schemas"]["ShortUser"] | null;
                /** @description The root task. */
                task: {
                    /** @description The task’s id. */
                    id: components["schemas"]["Uuid"];
                    /** @description Counts every update of the task. */
                    revision: number;
                    /** @description When a worker last picked it up. */
                    polled_at: components["schemas"]["Timestamp"] | null;
                    /**
                     * @description Blocked: waits for its next attempt.
                     * @enum {unknown}
                     */
                    status: "Available" | "Blocked" | "Complete";
                    /** @description Whole seconds that the task has been waiting for a worker. */
                    starvation: number;
                    /** @description What it does. */
                    kind: string;
                    /** @description Version of the state’s layout. */
                    kind_version: number;
                };
            }[];
        };
        LinkBody: {
            /** @description The game’s own id of the account, decimal. */
            id: string;
        };
        Links: {
            /** @description Game A, by server. */
            game_a: {
                [key: string]: components["schemas"]["VersionedLink"];
            };
            /** @description Game B, by server. */
            game_b: {
                [key: string]: components["schemas"]["VersionedLink"];
            };
            /** @description Game C. */
            game_c: components["schemas"]["VersionedLink"];
        };
        ListedBan: {
            /** @description Who was banned. */
            user: components["schemas"]["ShortUser"];
            /** @description Why, for the other administrators. */
            reason: string;
            /** @description When the account was banned. */
            created_at: components["schemas"]["Timestamp"];
            /** @description The administrator who banned it. */
            created_by: components["schemas"]["ShortUser"];
            /** @description When the ban expires. */
            expires_at: components["schemas"]["Timestamp"] | null;
            /** @description When an administrator lifted it. */
            lifted_at: components["schemas"]["Timestamp"] | null;
            /** @description The administrator who lifted it. */
            lifted_by: components["schemas"]["ShortUser"] | null;
        };
        /** @description A BCP 47 language tag such as `en-US`, `fr-FR` or `eo`. */
        Locale: string;
        NewChannelSecret: {
            /** @description In the form of Standard Webhooks: `whsec_` and base64. Returned here only. */
            secret: string;
            /** @description When it was made. */
            created_at: string;
            /** @description Until then, deliveries are also signed with the previous secret. */
            previous_expires_at: string | null;
        };
        NewJob: {
            /** @description Task kind of the root task. */
            kind: string;
            /** @description Initial state of the root task, any JSON. */
            state: unknown;
        };
        NewOutboundEmail: {
            /** @description Sending is abandoned after this. */
            deadline: components["schemas"]["Timestamp"];
            /** @description A UUIDv7. Repeating it sends nothing again. */
            idempotency_key: components["schemas"]["UuidV7"];
            /**
             * Format: email
             * @description An email address.
             */
            recipient: string;
            /** @description Required but unused: the message is the operators’ template. */
            subject: string;
            /** @description Required but unused: the message is the operators’ template. */
            body: string;
        };
        OauthClient: {
            /**
             * @description Always `OauthClient`.
             * @constant
             */
            type: "OauthClient";
            /** @description The client’s id. */
            id: components["schemas"]["Uuid"];
            /** @description The client’s handle. */
            key: string;
            /** @description The name that the consent page shows. */
            display_name: string;
            /** @description The application’s home page. */
            app_uri: string;
            /** @description Where members return after an authorization. */
            callback_uri: string;
            /**
             * @description Present for a client without a secret.
             * @constant
             */
            public?: true;
            /** @description Null for a client of the instance itself. */
            owner: components["schemas"]["UserReference"] | null;
        };
        OauthGrant: {
            /**
             * @description Always `OauthGrant`.
             * @constant
             */
            type: "OauthGrant";
            client: components["schemas"]["ClientReference"];
            /** @description What it may do now, under all grants together. */
            scopes: ("base" | "forum:read" | "forum:write" | "forum:moderate" | "openid" | "profile" | "email")[];
            /** @description When the member first agreed to a grant that is still valid. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When one of its tokens was last used, to the minute; null for never. */
            last_used_at: components["schemas"]["Timestamp"] | null;
        };
        OutboundEmail: {
            /** @description The message’s id. */
            id: components["schemas"]["Uuid"];
            /** @description When it was handed to the mailer. */
            submitted_at: components["schemas"]["Timestamp"];
            /** @description The administrator who sent it, or the account that it concerns. */
            created_by: components["schemas"]["UserReference"];
            /** @description When sending was to be abandoned. */
            deadline: components["schemas"]["Timestamp"];
            /** @description The sender’s address. */
            sender: string;
            /** @description The recipient’s address. */
            recipient: string;
            /** @description Its template and its sizes. */
            payload: {
                /**
                 * @description Which template.
                 * @enum {unknown}
                 */
                kind: "AccountChanged" | "Digest" | "ExportReady" | "GrantReused" | "Markup" | "NewSignIn" | "PasswordGuessed" | "ResetPassword" | "VerifyEmail";
                /** @description Version of the template. */
                version: number;
                /** @description The template’s variables. */
                data: unknown;
                /** @description The plain-text part. */
                text: {
                    /** @description Bytes. */
                    size: number;
                    /** @description SHA-256, hexadecimal. */
                    sha2_256: string;
                    /** @description SHA3-256, hexadecimal. */
                    sha3_256: string;
                };
                /** @description The HTML part. */
                html: {
                    /** @description Bytes. */
                    size: number;
                    /** @description SHA-256, hexadecimal. */
                    sha2_256: string;
                    /** @description SHA3-256, hexadecimal. */
                    sha3_256: string;
                };
            };
            /** @description When the recipient first opened it. */
            read_at: components["schemas"]["Timestamp"] | null;
        };
        OutboundEmailListing: {
            /** @description How many items were skipped. */
            offset: number;
            /** @description The maximum number of items on the page. */
            limit: number;
            /** @description The total number of items. */
            count: number;
            /** @description The page. */
            items: components["schemas"]["OutboundEmail"][];
        };
        Redemption: {
            /** @description The token of the challenge. */
            token: string;
            /** @description One nonce for each puzzle, in order. */
            solutions: number[];
        };
        RedemptionResult: {
            /**
             * @description Always `true`.
             * @constant
             */
            success: true;
            /** @description The verification token: the form’s `cap-token`. */
            token: string;
            /** @description Milliseconds since the epoch. */
            expires: number;
        };
        RefusedEmail: {
            /** @description The address. */
            email: string;
            /** @description When it was refused first. */
            time: components["schemas"]["Timestamp"];
            /** @description What the mail server said. */
            answer: string;
        };
        ResendBody: {
            /**
             * @description Which mail; if omitted, the most recent one.
             * @enum {unknown}
             */
            kind?: "VerifyEmail" | "ResetPassword";
            /** @description A UUIDv7. Repeating it sends nothing again. */
            idempotency_key?: components["schemas"]["UuidV7"];
        };
        ResentMail: {
            /**
             * @description Which mail was sent.
             * @enum {unknown}
             */
            kind: "VerifyEmail" | "ResetPassword";
            /** @description The address that it was sent to. */
            email: string;
        };
        ResetPasswordBody: {
            /** @description The token of the mail; it works once. */
            token: string;
            /** @description 8 to 256 characters. */
            password: string;
        };
        ServiceNumbers: {
            /** @description When they were read. */
            time: components["schemas"]["Timestamp"];
            /** @description Every service of the suite. */
            services: {
                /** @description Name of the service. */
                name: string;
                /** @description Empty if the service is not deployed. */
                replicas: {
                    /** @description Where it listens. */
                    address: string;
                    /**
                     * @description Whether it accepts requests.
                     * @enum {unknown}
                     */
                    state: "ready" | "not ready" | "unreachable";
                    /** @description What it waits for while it is not ready. */
                    failing: string[];
                    /** @description Null if it did not answer. */
                    numbers: {
                        /** @description The version that runs. */
                        version: string | null;
                        /** @description When the process started. */
                        started_at: components["schemas"]["Timestamp"];
                        /** @description Requests answered since the start. */
                        requests: number;
                        /** @description Those answered with a 5xx that no route documents. */
                        failures: number;
                        /** @description Cumulative counts since the start; the last entry’s bound is null and counts all. */
                        latency: {
                            /** @description The bound. */
                            up_to_seconds: number | null;
                            /** @description Answers within the bound. */
                            count: number;
                        }[];
                        /** @description The recently busy share of its time, 0 to 1. */
                        event_loop: number | null;
                        /** @description Resident memory. */
                        memory_bytes: number | null;
                        /** @description Its queues. */
                        queues: {
                            /** @description outbox, reports, deliveries, dead letters or mail */
                            name: string;
                            /** @description The number waiting. Some queues are counted only up to 10,000. */
                            length: number;
                            /** @description How long the oldest has waited. */
                            oldest_seconds: number | null;
                        }[];
                    } | null;
                }[];
            }[];
            /** @description The newest complete backup; null if there is none. */
            last_backup: {
                /** @description The moment that it captured. */
                made_at: components["schemas"]["Timestamp"];
                /** @description Where it is stored. */
                place: string;
            } | null;
            /** @description The firing alerts; null if Prometheus is not configured or does not answer. */
            alerts: {
                /** @description Name of the alert. */
                name: string;
                /** @description page: wakes somebody; ticket: can wait until morning. */
                severity: string;
                /** @description What is wrong. */
                summary: string;
                /** @description When its condition became true. */
                since: components["schemas"]["Timestamp"];
                /** @description Address of its runbook. */
                runbook: string;
            }[] | null;
        };
        Session: {
            /**
             * @description Always `Session`.
             * @constant
             */
            type: "Session";
            /** @description The session’s id, which is not a credential. */
            id: components["schemas"]["Uuid"];
            /** @description When the member signed in. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it was last used, to the minute. */
            last_seen_at: components["schemas"]["Timestamp"];
            /** @description The address that it was last used from. */
            address: string | null;
            /** @description The browser’s User-Agent, at most 255 characters. */
            user_agent: string | null;
            /** @description Whether it is the caller’s own. */
            is_current: boolean;
        };
        SessionListing: {
            /** @description How many items were skipped. */
            offset: number;
            /** @description The maximum number of items on the page. */
            limit: number;
            /** @description The total number of items. */
            count: number;
            /** @description The page. */
            items: components["schemas"]["Session"][];
        };
        ShortApp: {
            /** @description A UUIDv7. */
            id: string;
            /** @description When it was created. */
            created_at: string;
            /** @description When it was retired. */
            deleted_at: string | null;
            /** @description The application’s handle. */
            key: string | null;
            /** @description The members who may edit it. */
            owners: components["schemas"]["UserReference"][];
            /** @description The channels visible to the caller. */
            channels: {
                /** @description How many items were skipped. */
                offset: number;
                /** @description The maximum number of items on the page. */
                limit: number;
                /** @description The total number of items. */
                count: number;
                /** @description The page. */
                items: {
                    /** @description The channel’s handle. */
                    key: string;
                }[];
            };
            /** @description The first channel in rank. */
            main_channel: {
                /** @description A UUIDv7. */
                id: string;
                /** @description The channel’s handle within its application. */
                key: string;
                /** @description When it was created and retired. */
                period: {
                    /** @description When it was created. */
                    start: string;
                    /** @description When it was retired; null while live. */
                    end: string | null;
                };
                /** @description Locale of the description. */
                main_locale: string;
                /** @description The channel’s description, in its main locale. */
                description: string;
                /** @description Locale to text, without the main locale. */
                description_i18n: {
                    [key: string]: string;
                };
                /** @description URL of the deployment’s root. */
                base_uri: string;
                /** @description URL to which a member is sent. */
                home_uri: string;
                /** @description URL template of a member’s profile, with {user_id} in its path. */
                user_uri: string | null;
                /**
                 * @description The audience it is suitable for.
                 * @enum {unknown}
                 */
                rating: "General" | "Teen" | "Adult";
                /**
                 * @description Its stage of development.
                 * @enum {unknown}
                 */
                status: "Stable" | "Beta" | "Alpha" | "Dev";
                /**
                 * @description Private: visible only to its owners and administrators.
                 * @enum {unknown}
                 */
                visibility: "Public" | "Private";
                /** @description Whether the platform’s team endorses it. */
                is_official: boolean;
                /** @description URL to which events are delivered. */
                event_stream_callback_uri: string | null;
                /** @description Its picture. */
                cover_image: {
                    /**
                     * @description Always `Asset`.
                     * @constant
                     */
                    type: "Asset";
                    /** @description The name of a picture included with the site. */
                    name: string;
                } | null;
                /** @description Its colour, as lowercase #rrggbb. */
                cover_color: string | null;
            };
            /**
             * @description What the application is.
             * @enum {unknown}
             */
            kind: "Platform" | "Game" | "Other";
            /** @description The name, in the main locale. */
            display_name: string;
            /** @description Locale of the display name. */
            main_locale: string;
            /** @description Translations by locale, without the main locale. */
            i18n: {
                [key: string]: {
                    /** @description The name in this locale. */
                    display_name: string;
                };
            };
        };
        /** @description An account, as others see it. */
        ShortUser: {
            /**
             * @description Always `User`.
             * @constant
             */
            type: "User";
            /** @description The account’s id. */
            id: components["schemas"]["Uuid"];
            /** @description The account’s display name. */
            display_name: {
                /** @description The current name. */
                current: {
                    /** @description The name. */
                    value: string;
                };
            };
        };
        SignInBody: {
            /** @description A username or a confirmed email address. */
            login: string;
            /** @description The account’s password. */
            password: string;
            /** @description The verification token of a solved captcha, if one is required. */
            "cap-token"?: string;
        };
        /** @description The members that the account is and was linked to. */
        Svc: {
            /** @description The current link. */
            current: {
                /** @description How the accounts were linked. */
                link: {
                    /** @description When it was done. */
                    time: string;
                    /** @description Who did it. */
                    user: components["schemas"]["ShortUser"];
                };
                /** @description How the link ended; null while it lasts. */
                unlink: {
                    /** @description When it was done. */
                    time: string;
                    /** @description Who did it. */
                    user: components["schemas"]["ShortUser"];
                } | null;
                /** @description The member. */
                user: components["schemas"]["ShortUser"];
            } | null;
            /** @description Past links. */
            old: {
                /** @description How the accounts were linked. */
                link: {
                    /** @description When it was done. */
                    time: string;
                    /** @description Who did it. */
                    user: components["schemas"]["ShortUser"];
                };
                /** @description How the link ended; null while it lasts. */
                unlink: {
                    /** @description When it was done. */
                    time: string;
                    /** @description Who did it. */
                    user: components["schemas"]["ShortUser"];
                } | null;
                /** @description The member. */
                user: components["schemas"]["ShortUser"];
            }[];
        };
        Task: {
            /** @description The task’s id. */
            id: components["schemas"]["Uuid"];
            /** @description Counts every update of the task. */
            revision: number;
            /** @description When a worker last picked it up. */
            polled_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description Blocked: waits for its next attempt.
             * @enum {unknown}
             */
            status: "Available" | "Blocked" | "Complete";
            /** @description Whole seconds that the task has been waiting for a worker. */
            starvation: number;
            /** @description What it does. */
            kind: string;
            /** @description Version of the state’s layout. */
            kind_version: number;
            /** @description The input of this kind, any JSON. */
            state: unknown;
            /** @description Null until the task completes. */
            output: unknown;
        };
        /**
         * Format: date-time
         * @description ISO 8601 in UTC with milliseconds. On input any RFC 3339 timestamp.
         */
        Timestamp: string;
        TokenBody: {
            /** @description The token of the mail; it works once. */
            token: string;
        };
        UpdateAppBody: {
            /**
             * @description What the application is.
             * @enum {unknown}
             */
            kind?: "Platform" | "Game" | "Other";
            /** @description Locale of the display name. */
            main_locale?: components["schemas"]["Locale"];
            /** @description Replaces all translations; one for the main locale is ignored. */
            display_name_i18n?: {
                [key: string]: string;
            };
            /** @description Administrators only. */
            owners?: components["schemas"]["UserReference"][];
            /** @description Changes of channels; those not listed are unchanged. */
            channels?: {
                /** @description The channel to change. */
                key: string;
                /** @description Locale of the description. */
                main_locale?: components["schemas"]["Locale"];
                /** @description The description in the main locale. */
                description?: string;
                /** @description Replaces all translations; one for the main locale is ignored. */
                description_i18n?: {
                    [key: string]: string;
                };
                /** @description URL template of a profile, with {user_id} in its path; null clears it. */
                user_uri?: string | null;
                /**
                 * @description The audience it is suitable for.
                 * @enum {unknown}
                 */
                rating?: "General" | "Teen" | "Adult";
                /**
                 * @description Its stage of development.
                 * @enum {unknown}
                 */
                status?: "Stable" | "Beta" | "Alpha" | "Dev";
                /**
                 * @description Private: visible only to its owners and administrators.
                 * @enum {unknown}
                 */
                visibility?: "Public" | "Private";
                /** @description Administrators only. */
                is_official?: boolean;
                /** @description Null clears it. */
                cover_image?: {
                    /**
                     * @description Always `Asset`.
                     * @constant
                     */
                    type: "Asset";
                    /** @description The name of a picture included with the site. */
                    name: string;
                } | null;
                /** @description Lowercase #rrggbb; null clears it. */
                cover_color?: string | null;
            }[];
        };
        UpdateUserBody: {
            /** @description The name to sign in with: 2 to 32 lowercase letters, digits and underscores, not beginning with a digit. */
            username?: string;
            /** @description 2 to 64 letters with their marks, digits, spaces and _()-'., and not resembling an administrator’s name. Stored composed. */
            display_name?: string;
            /** @description 8 to 256 characters. */
            password?: string;
            /** @description Required to change one’s own username or password. */
            current_password?: string;
        };
        UpdateUserLinkBody: {
            /**
             * @description Who sees the link besides its owner and administrators. Friend reads as Private.
             * @enum {unknown}
             */
            visibility?: "Private" | "Friend" | "Public";
            /** @description Position among the account’s links, smallest first. */
            rank?: number;
        };
        UpsertClientBody: {
            /** @description The client’s id; generated if omitted. */
            id?: components["schemas"]["Uuid"] | null;
            /** @description The client’s handle, which ends in `@clients`. */
            key: string;
            /** @description The name that the consent page shows. */
            display_name: string;
            /** @description The application’s home page. */
            app_uri: components["schemas"]["HttpUrl"];
            /** @description Where members return after an authorization; required without `callback_uris`. */
            callback_uri?: components["schemas"]["CallbackUri"];
            /** @description Where members may return after an authorization. The first is `callback_uri`. */
            callback_uris?: components["schemas"]["CallbackUri"][];
            /**
             * @description Unchanged if omitted; at first `required`.
             * @enum {unknown}
             */
            pkce?: "required" | "optional";
            /** @description The secret’s UTF-8 bytes in lowercase hexadecimal; required unless the client is public. */
            secret?: string;
            /** @description Whether it is a page or a program that cannot keep a secret: it uses PKCE instead. */
            public?: boolean;
            /**
             * @description How it authenticates: `none` is a public client; a confidential one may send its secret either way, whichever is registered.
             * @enum {unknown}
             */
            token_endpoint_auth_method?: "client_secret_basic" | "client_secret_post" | "none";
            /** @description The most that it may be granted; unchanged if omitted. */
            allowed_scopes?: components["schemas"]["AllowedScopes"];
        };
        User: {
            /**
             * @description Always `User`.
             * @constant
             */
            type: "User";
            /** @description The account’s id. */
            id: components["schemas"]["Uuid"];
            /** @description When the account was made. */
            created_at: components["schemas"]["Timestamp"];
            /** @description The account’s display name. */
            display_name: {
                /** @description The current name. */
                current: {
                    /** @description The name. */
                    value: string;
                };
            };
            /** @description Whether the member is an administrator. */
            is_administrator: boolean;
            /** @description The game accounts linked to it. */
            links: components["schemas"]["Links"];
            /** @description The name to sign in with; for the member and administrators. */
            username?: string;
            /** @description Whether it has a password; for the member and administrators. */
            has_password?: boolean;
        };
        UserLink: {
            /**
             * @description The account’s links.
             * @enum {unknown}
             */
            type: "ProviderA" | "ProviderB" | "Email";
            /** @description The link’s own id. */
            id: components["schemas"]["Uuid"];
            user: components["schemas"]["UserReference"];
            /** @description When the link was made and ended. */
            period: {
                /** @description When the link was made. */
                start: components["schemas"]["Timestamp"];
                /** @description Null while it lasts. */
                end: components["schemas"]["Timestamp"] | null;
            };
            /** @description Who sees the link. */
            visibility: {
                /** @description The current value. */
                now: {
                    /**
                     * @description Who sees the link besides its owner and administrators. Friend reads as Private.
                     * @enum {unknown}
                     */
                    value: "Private" | "Friend" | "Public";
                };
                /** @description Reads as `now`. */
                then: {
                    /**
                     * @description Who sees the link besides its owner and administrators. Friend reads as Private.
                     * @enum {unknown}
                     */
                    value: "Private" | "Friend" | "Public";
                };
            };
            /** @description Its position among the account’s links. */
            rank: {
                /** @description The current value. */
                now: {
                    /** @description Position among the account’s links, smallest first. */
                    value: number;
                };
                /** @description Reads as `now`. */
                then: {
                    /** @description Position among the account’s links, smallest first. */
                    value: number;
                };
            };
            /** @description What it links to. */
            target: {
                /** @description The account at the provider. */
                user: {
                    /**
                     * @description Which provider’s account.
                     * @enum {unknown}
                     */
                    type: "ProviderAUser" | "ProviderBUser";
                    /** @description The provider’s own id of the account. */
                    id: string;
                    /** @description The provider’s name of the account. */
                    display_name: string;
                };
            } | {
                /** @description The confirmed address. */
                email: string;
            };
        };
        UserListing: {
            /** @description How many items were skipped. */
            offset: number;
            /** @description The maximum number of items on the page. */
            limit: number;
            /** @description The total number of items. */
            count: number;
            /** @description The page. */
            items: components["schemas"]["ShortUser"][];
        };
        /** @description Identifies an account. */
        UserReference: {
            /**
             * @description Always `User`.
             * @constant
             */
            type: "User";
            /** @description The account’s id. */
            id: components["schemas"]["Uuid"];
        };
        /** @description A canonical UUID. */
        Uuid: string;
        /** @description A UUIDv7. */
        UuidV7: string;
        VersionedLink: {
            /** @description The current link. */
            current: {
                /** @description How the accounts were linked. */
                link: {
                    /** @description When it was done. */
                    time: components["schemas"]["Timestamp"];
                    /** @description Who did it. */
                    user: components["schemas"]["ShortUser"];
                };
                /** @description How the link ended; null while it lasts. */
                unlink: {
                    /** @description When it was done. */
                    time: components["schemas"]["Timestamp"];
                    /** @description Who did it. */
                    user: components["schemas"]["ShortUser"];
                } | null;
                /** @description The account in the game. */
                user: {
                    /** @description GameAUser, GameBUser or GameCUser. */
                    type: string;
                    /** @description The server; game C has none. */
                    server?: string;
                    /** @description The game’s own id of the account. */
                    id: string;
                };
            } | null;
            /** @description Past links. */
            old: {
                /** @description How the accounts were linked. */
                link: {
                    /** @description When it was done. */
                    time: components["schemas"]["Timestamp"];
                    /** @description Who did it. */
                    user: components["schemas"]["ShortUser"];
                };
                /** @description How the link ended; null while it lasts. */
                unlink: {
                    /** @description When it was done. */
                    time: components["schemas"]["Timestamp"];
                    /** @description Who did it. */
                    user: components["schemas"]["ShortUser"];
                } | null;
                /** @description The account in the game. */
                user: {
                    /** @description GameAUser, GameBUser or GameCUser. */
                    type: string;
                    /** @description The server; game C has none. */
                    server?: string;
                    /** @description The game’s own id of the account. */
                    id: string;
                };
            }[];
        };
    };
    responses: {
        /** @description account is already linked */
        AlreadyLinked: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    error: "account is already linked";
                };
            };
        };
        /** @description app not found; app channel not found */
        AppNotFoundOrNoSuchChannel: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    error: "app not found" | "app channel not found";
                };
            };
        };
        /** @description request body is too large */
        BodyTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    error: "request body is too large";
                };
            };
        };
        /** @description current actor does not have the permission to resolve this report; invalid origin */
        CannotResolveReportOrInvalidOrigin: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    error: "current actor does not have the permission to resolve this report" | "invalid origin";
                };
            };
        };
        /** @description client not found */
        ClientNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    error: "client not found";
                };
            };
        };
        /** @description forbidden */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    error: "forbidden";
                };
            };
        };
        /** @description forbidden; invalid origin */
        ForbiddenOrInvalidOrigin: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    error: "forbidden" | "invalid origin";
                };
            };
        };
        /** @description internal error */
        Internal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    error: "internal error";
                };
            };
        };
        /** @description invalid request body */
        InvalidBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description invalid credentials */
        InvalidCredentials: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    error: "invalid credentials";
                };
            };
        };
        /** @description invalid credentials; authentication required */
        InvalidCredentialsOrUnauthenticated: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    error: "invalid credentials" | "authentication required";
                };
            };
        };
        /** @description invalid origin */
        InvalidOrigin: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    error: "invalid origin";
                };
            };
        };
        /** @description invalid parameter */
        InvalidParameter: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description internal error */
        JobUnreadable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    error: "internal error";
                };
            };
        };
        /** @description request body is not valid JSON */
        MalformedBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    error: "request body is not valid JSON";
                };
            };
        };
        /** @description request body is not valid JSON; a JSON request body is required */
        MalformedBodyOrMissingBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    error: "request body is not valid JSON" | "a JSON request body is required";
                };
            };
        };
        /** @description not found */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    error: "not found";
                };
            };
        };
        /** @description post not found */
        PostNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    error: "post not found";
                };
            };
        };
        /** @description report not found; reported post or thread not found */
        ReportNotFoundOrReportTargetNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    error: "report not found" | "reported post or thread not found";
                };
            };
        };
        /** @description section not found */
        SectionNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    error: "section not found";
                };
            };
        };
        /** @description thread is already deleted */
        ThreadAlreadyDeleted: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    error: "thread is already deleted";
                };
            };
        };
        /** @description thread not found */
        ThreadNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    error: "thread not found";
                };
            };
        };
        /** @description too many requests */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    error: "too many requests";
                };
            };
        };
        /** @description service unavailable */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    error: "service unavailable";
                };
            };
        };
        /** @description unsupported content type: send application/json */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    error: "unsupported content type: send application/json";
                };
            };
        };
        /** @description user not found */
        UserNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    error: "user not found";
                };
            };
        };
        /** @description user not found; not found */
        UserNotFoundOrNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    error: "user not found" | "not found";
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The key was used before: this is the earlier creation as it reads now. */
        "Idempotency-Replayed": "true";
        /** @description Seconds to wait before trying again. */
        "Retry-After": string;
        /** @description How to authenticate. */
        "WWW-Authenticate": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    searchUsers: {
        parameters: {
            query?: {
                /** @description How many items to skip. */
                offset?: number;
                /** @description At most 100; more is read as 100. */
                limit?: number;
                /** @description A prefix of the username or the display name, 2 to 64 characters; case, accents and the like are ignored. */
                name?: string;
                /** @description The same as `name`, which goes before it. */
                q?: string;
                /** @description Filters by whether members are banned; for administrators. */
                banned?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserListing"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description invalid `name`: must be 2 to 64 characters */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "invalid `name`: must be 2 to 64 characters";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "ada",
                 *       "display_name": "Ada",
                 *       "password": "a long password"
                 *     }
                 */
                "application/json": components["schemas"]["CreateUserBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            /** @description captcha is required */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "captcha is required";
                    };
                };
            };
            /** @description captcha is invalid; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "captcha is invalid" | "invalid origin";
                    };
                };
            };
            /** @description username already in use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "username already in use";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description invalid request body; invalid `display_name`: there is nothing to see in it; invalid `display_name`: it reads like the name of an administrator or a reserved one */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            404: components["responses"]["UserNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "current_password": "a long password"
                 *     }
                 */
                "application/json": components["schemas"]["DeleteUserBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["MalformedBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            /** @description forbidden; invalid current password; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "forbidden" | "invalid current password" | "invalid origin";
                    };
                };
            };
            404: components["responses"]["UserNotFound"];
            /** @description account is in the configuration */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "account is in the configuration";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description invalid request body; invalid `current_password`: is required */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "display_name": "Ada L"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateUserBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            /** @description forbidden; invalid current password; recent sign-in is required; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "forbidden" | "invalid current password" | "recent sign-in is required" | "invalid origin";
                    };
                };
            };
            404: components["responses"]["UserNotFound"];
            /** @description username already in use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "username already in use";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description invalid request body; invalid `current_password`: is required; invalid `display_name`: there is nothing to see in it; invalid `display_name`: it reads like the name of an administrator or a reserved one */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "current_password": "a long password"
                 *     }
                 */
                "application/json": components["schemas"]["ExportBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The job’s id. */
                        id: components["schemas"]["Uuid"];
                        /** @description When it was made. */
                        created_at: components["schemas"]["Timestamp"];
                        /** @description Who made it; null if a service did. */
                        created_by: components["schemas"]["ShortUser"] | null;
                        /** @description The root task. */
                        task: {
                            /** @description The task’s id. */
                            id: components["schemas"]["Uuid"];
                            /** @description Counts every update of the task. */
                            revision: number;
                            /** @description When a worker last picked it up. */
                            polled_at: components["schemas"]["Timestamp"] | null;
                            /**
                             * @description Blocked: waits for its next attempt.
                             * @enum {unknown}
                             */
                            status: "Available" | "Blocked" | "Complete";
                            /** @description Whole seconds that the task has been waiting for a worker. */
                            starvation: number;
                            /** @description What it does. */
                            kind: string;
                            /** @description Version of the state’s layout. */
                            kind_version: number;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            /** @description forbidden; invalid current password; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "forbidden" | "invalid current password" | "invalid origin";
                    };
                };
            };
            /** @description no confirmed email */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "no confirmed email";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description invalid request body; invalid `current_password`: is required */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSelf: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A guest, a member, an application acting for a member, or one acting for itself. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthContext"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "login": "ada",
                 *       "password": "a long password"
                 *     }
                 */
                "application/json": components["schemas"]["SignInBody"];
            };
        };
        responses: {
            /** @description A guest, a member, an application acting for a member, or one acting for itself. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthContext"];
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            /** @description invalid login or password; captcha is required */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "invalid login or password" | "captcha is required";
                    };
                };
            };
            /** @description captcha is invalid; account is banned; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "captcha is invalid" | "account is banned" | "invalid origin";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A guest, a member, an application acting for a member, or one acting for itself. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthContext"];
                };
            };
            400: components["responses"]["MalformedBody"];
            403: components["responses"]["InvalidOrigin"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirmSelf: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "current_password": "a long password"
                 *     }
                 */
                "application/json": components["schemas"]["ConfirmationBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Confirmation"];
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            /** @description forbidden; invalid current password; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "forbidden" | "invalid current password" | "invalid origin";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    banUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Spam in every section",
                 *       "expires_at": "2030-01-01T00:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["BanBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ban"];
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrInvalidOrigin"];
            404: components["responses"]["UserNotFound"];
            /** @description account is already banned; account is in the configuration */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "account is already banned" | "account is in the configuration";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description invalid request body; invalid `expires_at`: must be in the future */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    unbanUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ban"];
                };
            };
            400: components["responses"]["MalformedBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrInvalidOrigin"];
            /** @description user not found; ban not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "user not found" | "ban not found";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBans: {
        parameters: {
            query?: {
                /** @description How many items to skip. */
                offset?: number;
                /** @description At most 100; more is read as 100. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BanListing"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description How many items to skip. */
                offset?: number;
                /** @description At most 100; more is read as 100. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionListing"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UserNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["MalformedBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrInvalidOrigin"];
            404: components["responses"]["UserNotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
                /** @description Id of the session. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["MalformedBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrInvalidOrigin"];
            /** @description user not found; session not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "user not found" | "session not found";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOauthGrants: {
        parameters: {
            query?: {
                /** @description How many items to skip. */
                offset?: number;
                /** @description At most 100; more is read as 100. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GrantListing"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UserNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteOauthGrant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
                /** @description The id or the key of the client. */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["MalformedBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrInvalidOrigin"];
            /** @description user not found; grant not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "user not found" | "grant not found";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    linkGameAAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
                /** @description The game’s server, as the configuration names it. */
                server: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "38"
                 *     }
                 */
                "application/json": components["schemas"]["LinkBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionedLink"];
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrInvalidOrigin"];
            404: components["responses"]["UserNotFoundOrNotFound"];
            409: components["responses"]["AlreadyLinked"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    unlinkGameAAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
                /** @description The game’s server, as the configuration names it. */
                server: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionedLink"];
                };
            };
            400: components["responses"]["MalformedBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrInvalidOrigin"];
            404: components["responses"]["UserNotFoundOrNotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    linkGameBAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
                /** @description The game’s server, as the configuration names it. */
                server: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "38"
                 *     }
                 */
                "application/json": components["schemas"]["LinkBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionedLink"];
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrInvalidOrigin"];
            404: components["responses"]["UserNotFoundOrNotFound"];
            409: components["responses"]["AlreadyLinked"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    unlinkGameBAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
                /** @description The game’s server, as the configuration names it. */
                server: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionedLink"];
                };
            };
            400: components["responses"]["MalformedBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrInvalidOrigin"];
            404: components["responses"]["UserNotFoundOrNotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    linkGameCAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "38"
                 *     }
                 */
                "application/json": components["schemas"]["LinkBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionedLink"];
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrInvalidOrigin"];
            404: components["responses"]["UserNotFound"];
            409: components["responses"]["AlreadyLinked"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    unlinkGameCAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionedLink"];
                };
            };
            400: components["responses"]["MalformedBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrInvalidOrigin"];
            404: components["responses"]["UserNotFoundOrNotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUserLinks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserLink"][];
                };
            };
            404: components["responses"]["UserNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteUserLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
                /** @description Id of the link. */
                user_link_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": null;
                };
            };
            400: components["responses"]["MalformedBody"];
            /** @description forbidden; recent sign-in is required; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "forbidden" | "recent sign-in is required" | "invalid origin";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateUserLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
                /** @description Id of the link. */
                user_link_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "visibility": "Public",
                 *       "rank": 1
                 *     }
                 */
                "application/json": components["schemas"]["UpdateUserLinkBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserLink"];
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrInvalidOrigin"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    verifyEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "RjfDq0ZbpZ6nD4U2bM0Zs6m0gSWu1bnJ"
                 *     }
                 */
                "application/json": components["schemas"]["TokenBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserLink"];
                };
            };
            /** @description request body is not valid JSON; a JSON request body is required; invalid token */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "request body is not valid JSON" | "a JSON request body is required" | "invalid token";
                    };
                };
            };
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            /** @description forbidden; recent sign-in is required; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "forbidden" | "recent sign-in is required" | "invalid origin";
                    };
                };
            };
            404: components["responses"]["UserNotFound"];
            /** @description account has as many links as one may have */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "account has as many links as one may have";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    requestEmailVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["EmailBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            /** @description forbidden; recent sign-in is required; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "forbidden" | "recent sign-in is required" | "invalid origin";
                    };
                };
            };
            404: components["responses"]["UserNotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    resendEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "kind": "VerifyEmail",
                 *       "idempotency_key": "01890000-0000-7000-8000-000000000000"
                 *     }
                 */
                "application/json": components["schemas"]["ResendBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResentMail"];
                };
            };
            400: components["responses"]["MalformedBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrInvalidOrigin"];
            /** @description user not found; no mail to resend */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "user not found" | "no mail to resend";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    authorizeProviderA: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the provider. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            /** @description invalid origin; recent sign-in is required; forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "invalid origin" | "recent sign-in is required" | "forbidden";
                    };
                };
            };
            404: components["responses"]["UserNotFoundOrNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    linkProviderAAccount: {
        parameters: {
            query?: {
                /** @description The state that was sent to the provider. */
                state?: unknown;
                /** @description The provider’s authorization code. */
                code?: unknown;
                /** @description Why there is no code. */
                error?: unknown;
            };
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserLink"];
                };
            };
            /** @description For a browser: to a page that confirms the link. */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description invalid state; provider refused */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "invalid state" | "provider refused";
                    };
                };
            };
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UserNotFoundOrNotFound"];
            /** @description account is already linked; account has as many links as one may have */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "account is already linked" | "account has as many links as one may have";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    authorizeProviderB: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the provider. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            /** @description invalid origin; recent sign-in is required; forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "invalid origin" | "recent sign-in is required" | "forbidden";
                    };
                };
            };
            404: components["responses"]["UserNotFoundOrNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    linkProviderBAccount: {
        parameters: {
            query?: {
                /** @description The state that was sent to the provider. */
                state?: unknown;
                /** @description The provider’s authorization code. */
                code?: unknown;
                /** @description Why there is no code. */
                error?: unknown;
            };
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserLink"];
                };
            };
            /** @description For a browser: to a page that confirms the link. */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description invalid state; provider refused */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "invalid state" | "provider refused";
                    };
                };
            };
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UserNotFoundOrNotFound"];
            /** @description account is already linked; account has as many links as one may have */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "account is already linked" | "account has as many links as one may have";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "RjfDq0ZbpZ6nD4U2bM0Zs6m0gSWu1bnJ",
                 *       "password": "another password"
                 *     }
                 */
                "application/json": components["schemas"]["ResetPasswordBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description request body is not valid JSON; a JSON request body is required; invalid token */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "request body is not valid JSON" | "a JSON request body is required" | "invalid token";
                    };
                };
            };
            403: components["responses"]["InvalidOrigin"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["EmailBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            403: components["responses"]["InvalidOrigin"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRefusedEmails: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusedEmail"][];
                };
            };
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UserNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOauthClients: {
        parameters: {
            query?: {
                /** @description How many items to skip. */
                offset?: number;
                /** @description At most 100; more is read as 100. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientListing"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            /** @description forbidden; invalid internal authentication key */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "forbidden" | "invalid internal authentication key";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    upsertOauthClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "chess@clients",
                 *       "display_name": "Chess",
                 *       "app_uri": "https://chess.example/",
                 *       "callback_uri": "https://chess.example/callback",
                 *       "secret": "6120736563726574",
                 *       "allowed_scopes": {
                 *         "base": true,
                 *         "forum_read": true,
                 *         "forum_write": false,
                 *         "forum_moderate": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpsertClientBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthClient"];
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            /** @description missing internal authentication header */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "missing internal authentication header";
                    };
                };
            };
            /** @description invalid internal authentication key; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "invalid internal authentication key" | "invalid origin";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            /** @description internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "internal error";
                    };
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    getOauthClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id or the key of the client. */
                client_ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientDetail"];
                };
            };
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            /** @description forbidden; invalid internal authentication key */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "forbidden" | "invalid internal authentication key";
                    };
                };
            };
            404: components["responses"]["ClientNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    putOauthClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id or the key of the client. */
                client_ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "display_name": "Chess",
                 *       "app_uri": "https://chess.example/",
                 *       "callback_uri": "https://chess.example/callback",
                 *       "secret": "6120736563726574",
                 *       "allowed_scopes": {
                 *         "base": true,
                 *         "forum_read": true,
                 *         "forum_write": false,
                 *         "forum_moderate": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ClientSettings"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthClient"];
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            /** @description forbidden; recent sign-in is required; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "forbidden" | "recent sign-in is required" | "invalid origin";
                    };
                };
            };
            404: components["responses"]["ClientNotFound"];
            /** @description client is in the configuration */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "client is in the configuration";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteOauthClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id or the key of the client. */
                client_ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["MalformedBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            /** @description forbidden; invalid internal authentication key; recent sign-in is required; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "forbidden" | "invalid internal authentication key" | "recent sign-in is required" | "invalid origin";
                    };
                };
            };
            404: components["responses"]["ClientNotFound"];
            /** @description client is in the configuration */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "client is in the configuration";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The length of a page without a `limit`. */
                        forum: {
                            /** @description For threads, reports and sanctions. */
                            threads_per_page: number;
                            /** @description For posts and revisions. */
                            posts_per_page: number;
                        };
                        /** @description The proof of work before registering and, at times, signing in. */
                        captcha: {
                            /** @description Whether registering requires a captcha. */
                            enabled: boolean;
                        };
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listServices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceNumbers"];
                };
            };
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSections: {
        parameters: {
            query?: {
                /** @description How many items to skip. */
                offset?: number;
                /** @description At most 100; more is read as 100. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumSectionListing"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    upsertSection: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "welcome",
                 *       "display_name": "Welcome",
                 *       "locale": "en-US",
                 *       "order": 1
                 *     }
                 */
                "application/json": components["schemas"]["ForumSectionInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumSectionPage"];
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            /** @description missing internal authentication header */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "missing internal authentication header";
                    };
                };
            };
            /** @description invalid internal authentication key; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "invalid internal authentication key" | "invalid origin";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description invalid request body; parent section not found; parent section holds threads; parent section is the section itself or below it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumOverview"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSection: {
        parameters: {
            query?: {
                /** @description How many items to skip. */
                offset?: number;
                /** @description At most 100; more is read as 100. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id or key. */
                section_ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumSectionPage"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            404: components["responses"]["SectionNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    putSection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id or key. */
                section_ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "display_name": "Fan art",
                 *       "locale": "en-US",
                 *       "parent": "community",
                 *       "order": 3
                 *     }
                 */
                "application/json": components["schemas"]["ForumSectionSettings"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumSectionPage"];
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrInvalidOrigin"];
            404: components["responses"]["SectionNotFound"];
            /** @description section is in the configuration */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "section is in the configuration";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description invalid request body; parent section not found; parent section holds threads; parent section is the section itself or below it */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createThread: {
        parameters: {
            query?: never;
            header?: {
                /** @description Creates once, however often the request is sent: 1 to 64 visible ASCII characters of the caller’s choice, valid for 24 hours. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id or key. */
                section_ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Hello",
                 *       "body": "This is **new**."
                 *     }
                 */
                "application/json": components["schemas"]["ForumThreadInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumThread"];
                };
            };
            /** @description request body is not valid JSON; a JSON request body is required; section holds no threads; failed to parse provided body; failed to render provided body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "request body is not valid JSON" | "a JSON request body is required" | "section holds no threads" | "failed to parse provided body" | "failed to render provided body";
                    };
                };
            };
            401: components["responses"]["InvalidCredentials"];
            /** @description current actor does not have the permission to create a thread in this section; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "current actor does not have the permission to create a thread in this section" | "invalid origin";
                    };
                };
            };
            /** @description section not found; thread not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "section not found" | "thread not found";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description invalid request body; invalid idempotency key; idempotency key was used for another request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    grantSectionModerator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id or key. */
                section_ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "User",
                 *       "username": "grace"
                 *     }
                 */
                "application/json": components["schemas"]["ForumMemberReference"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumSectionPage"];
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            /** @description current actor does not have the permission to add moderators to this section; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "current actor does not have the permission to add moderators to this section" | "invalid origin";
                    };
                };
            };
            404: components["responses"]["SectionNotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description invalid request body; target grantee user not found */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeSectionModerator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id or key. */
                section_ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "User",
                 *       "username": "grace"
                 *     }
                 */
                "application/json": components["schemas"]["ForumMemberReference"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumSectionPage"];
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            /** @description current actor does not have the permission to add moderators to this section; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "current actor does not have the permission to add moderators to this section" | "invalid origin";
                    };
                };
            };
            404: components["responses"]["SectionNotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description invalid request body; target grantee user not found */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    grantRole: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user": {
                 *         "type": "User",
                 *         "username": "grace"
                 *       },
                 *       "role": "Moderator",
                 *       "section": {
                 *         "type": "ForumSection",
                 *         "key": "welcome"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ForumRoleGrantInput"];
            };
        };
        responses: {
            /** @description An empty body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description request body is not valid JSON; a JSON request body is required; role scope mismatch: `Moderator` needs a section, and a global role must not have one */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "request body is not valid JSON" | "a JSON request body is required" | "role scope mismatch: `Moderator` needs a section, and a global role must not have one";
                    };
                };
            };
            401: components["responses"]["InvalidCredentials"];
            /** @description current actor does not have the permission to grant this role; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "current actor does not have the permission to grant this role" | "invalid origin";
                    };
                };
            };
            /** @description section not found; target grantee user not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "section not found" | "target grantee user not found";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeRole: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user": {
                 *         "type": "User",
                 *         "username": "grace"
                 *       },
                 *       "role": "Moderator",
                 *       "section": {
                 *         "type": "ForumSection",
                 *         "key": "welcome"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ForumRoleGrantInput"];
            };
        };
        responses: {
            /** @description An empty body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description request body is not valid JSON; a JSON request body is required; role scope mismatch: `Moderator` needs a section, and a global role must not have one */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "request body is not valid JSON" | "a JSON request body is required" | "role scope mismatch: `Moderator` needs a section, and a global role must not have one";
                    };
                };
            };
            401: components["responses"]["InvalidCredentials"];
            /** @description current actor does not have the permission to grant this role; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "current actor does not have the permission to grant this role" | "invalid origin";
                    };
                };
            };
            /** @description section not found; target grantee user not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "section not found" | "target grantee user not found";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getThread: {
        parameters: {
            query?: {
                /** @description How many items to skip. */
                offset?: number;
                /** @description At most 100; more is read as 100. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id or key. */
                thread_ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumThread"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            404: components["responses"]["ThreadNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description Creates once, however often the request is sent: 1 to 64 visible ASCII characters of the caller’s choice, valid for 24 hours. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id or key. */
                thread_ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "body": "Welcome, **Ada**!"
                 *     }
                 */
                "application/json": components["schemas"]["ForumPostInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumPost"];
                };
            };
            /** @description request body is not valid JSON; a JSON request body is required; failed to parse provided body; failed to render provided body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "request body is not valid JSON" | "a JSON request body is required" | "failed to parse provided body" | "failed to render provided body";
                    };
                };
            };
            401: components["responses"]["InvalidCredentials"];
            /** @description current actor does not have the permission to create a post in this thread; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "current actor does not have the permission to create a post in this thread" | "invalid origin";
                    };
                };
            };
            /** @description thread not found; post not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "thread not found" | "post not found";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description invalid request body; invalid idempotency key; idempotency key was used for another request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteThread: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id or key. */
                thread_ref: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "comment": "Off topic"
                 *     }
                 */
                "application/json": components["schemas"]["ForumThreadDeletion"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumThread"];
                };
            };
            400: components["responses"]["MalformedBody"];
            /** @description current actor does not have the permission to delete this thread; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "current actor does not have the permission to delete this thread" | "invalid origin";
                    };
                };
            };
            404: components["responses"]["ThreadNotFound"];
            409: components["responses"]["ThreadAlreadyDeleted"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateThread: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id or key. */
                thread_ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "is_locked": true
                 *     }
                 */
                "application/json": components["schemas"]["ForumThreadPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumThread"];
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            /** @description current actor does not have the permission to moderate this thread; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "current actor does not have the permission to moderate this thread" | "invalid origin";
                    };
                };
            };
            404: components["responses"]["ThreadNotFound"];
            409: components["responses"]["ThreadAlreadyDeleted"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    moveThread: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id or key. */
                thread_ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "section": {
                 *         "type": "ForumSection",
                 *         "key": "welcome"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ForumThreadMove"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumThread"];
                };
            };
            /** @description request body is not valid JSON; a JSON request body is required; destination section holds no threads */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "request body is not valid JSON" | "a JSON request body is required" | "destination section holds no threads";
                    };
                };
            };
            /** @description current actor does not have the permission to move this thread; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "current actor does not have the permission to move this thread" | "invalid origin";
                    };
                };
            };
            /** @description thread not found; destination section not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "thread not found" | "destination section not found";
                    };
                };
            };
            409: components["responses"]["ThreadAlreadyDeleted"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    restoreThread: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id or key. */
                thread_ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumThread"];
                };
            };
            400: components["responses"]["MalformedBody"];
            /** @description current actor does not have the permission to restore this thread; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "current actor does not have the permission to restore this thread" | "invalid origin";
                    };
                };
            };
            404: components["responses"]["ThreadNotFound"];
            /** @description thread is not deleted */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "thread is not deleted";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    markThreadRead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id or key. */
                thread_ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "up_to_post": "01890000-0000-7000-8000-000000000000"
                 *     }
                 */
                "application/json": components["schemas"]["ForumReadInput"];
            };
        };
        responses: {
            /** @description The thread from the caller’s point of view. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumReadState"];
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrInvalidOrigin"];
            404: components["responses"]["ThreadNotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description invalid request body; post does not belong to this thread */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFirstUnread: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id or key. */
                thread_ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumPostLocation"];
                };
            };
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description thread not found; no unread post */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "thread not found" | "no unread post";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    raiseReadFloor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumSectionListing"];
                };
            };
            400: components["responses"]["MalformedBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrInvalidOrigin"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPost: {
        parameters: {
            query?: {
                /** @description How many items to skip. */
                offset?: number;
                /** @description At most 100; more is read as 100. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id. */
                post_ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumSinglePost"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            404: components["responses"]["PostNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id. */
                post_ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "last_revision_id": "01890000-0000-7000-8000-000000000000",
                 *       "comment": "Advertisement"
                 *     }
                 */
                "application/json": components["schemas"]["ForumPostDeletion"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumSinglePost"];
                };
            };
            /** @description current actor does not have the permission to hide this post; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "current actor does not have the permission to hide this post" | "invalid origin";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    updatePost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id. */
                post_ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "last_revision_id": "01890000-0000-7000-8000-000000000000",
                 *       "content": "Welcome, **Ada Lovelace**!",
                 *       "comment": "Full name"
                 *     }
                 */
                "application/json": components["schemas"]["ForumPostPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumSinglePost"];
                };
            };
            /** @description request body is not valid JSON; a JSON request body is required; failed to parse provided body; failed to render provided body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "request body is not valid JSON" | "a JSON request body is required" | "failed to parse provided body" | "failed to render provided body";
                    };
                };
            };
            /** @description current actor does not have the permission to update this post; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "current actor does not have the permission to update this post" | "invalid origin";
                    };
                };
            };
            404: components["responses"]["PostNotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPostSource: {
        parameters: {
            query?: {
                /** @description How many items to skip. */
                offset?: number;
                /** @description At most 100; more is read as 100. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id. */
                post_ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumSinglePost"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            /** @description current actor does not have the permission to read the source of this post */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "current actor does not have the permission to read the source of this post";
                    };
                };
            };
            404: components["responses"]["PostNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPostLocation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id. */
                post_ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumPostLocation"];
                };
            };
            404: components["responses"]["PostNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    quotePost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id. */
                post_ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumQuotation"];
                };
            };
            404: components["responses"]["PostNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewPost: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "body": "This is **new**.",
                 *       "section": {
                 *         "key": "welcome"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ForumPreviewInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumPreview"];
                };
            };
            /** @description request body is not valid JSON; a JSON request body is required; section holds no threads; failed to parse provided body; failed to render provided body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "request body is not valid JSON" | "a JSON request body is required" | "section holds no threads" | "failed to parse provided body" | "failed to render provided body";
                    };
                };
            };
            401: components["responses"]["InvalidCredentials"];
            /** @description current actor does not have the permission to create a post in this thread; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "current actor does not have the permission to create a post in this thread" | "invalid origin";
                    };
                };
            };
            404: components["responses"]["SectionNotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    reportPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description Creates once, however often the request is sent: 1 to 64 visible ASCII characters of the caller’s choice, valid for 24 hours. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id. */
                post_ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Spam",
                 *       "body": "The third advertisement today."
                 *     }
                 */
                "application/json": components["schemas"]["ForumReportInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumReport"];
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            /** @description current actor does not have the permission to report this content; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "current actor does not have the permission to report this content" | "invalid origin";
                    };
                };
            };
            /** @description reported post or thread not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "reported post or thread not found";
                    };
                };
            };
            /** @description already reported by this user and not yet resolved */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "already reported by this user and not yet resolved";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description invalid request body; invalid idempotency key; idempotency key was used for another request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    reportThread: {
        parameters: {
            query?: never;
            header?: {
                /** @description Creates once, however often the request is sent: 1 to 64 visible ASCII characters of the caller’s choice, valid for 24 hours. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id or key. */
                thread_ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Spam",
                 *       "body": "The third advertisement today."
                 *     }
                 */
                "application/json": components["schemas"]["ForumReportInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumReport"];
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            /** @description current actor does not have the permission to report this content; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "current actor does not have the permission to report this content" | "invalid origin";
                    };
                };
            };
            /** @description reported post or thread not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "reported post or thread not found";
                    };
                };
            };
            /** @description already reported by this user and not yet resolved */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "already reported by this user and not yet resolved";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description invalid request body; invalid idempotency key; idempotency key was used for another request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReports: {
        parameters: {
            query?: {
                /** @description Only reports with this status. */
                status?: "Pending" | "Accepted" | "Rejected";
                /** @description Only reports on content of this section. */
                section?: string;
                /** @description `work` for each report’s assignment and notes as well. */
                include?: "work";
                /** @description How many items to skip. */
                offset?: number;
                /** @description At most 100; more is read as 100. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumReportQueue"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            /** @description current actor does not have the permission to read this report queue */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "current actor does not have the permission to read this report queue";
                    };
                };
            };
            404: components["responses"]["SectionNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOwnReports: {
        parameters: {
            query?: {
                /** @description How many items to skip. */
                offset?: number;
                /** @description At most 100; more is read as 100. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumOwnReports"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the report. */
                report_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumReport"];
                };
            };
            /** @description current actor does not have the permission to read this report */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "current actor does not have the permission to read this report";
                    };
                };
            };
            /** @description report not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "report not found";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    resolveReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the report. */
                report_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "Accepted",
                 *       "note": "Removed, thank you."
                 *     }
                 */
                "application/json": components["schemas"]["ForumResolution"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumReport"];
                };
            };
            /** @description request body is not valid JSON; a JSON request body is required; a report cannot be resolved to `Pending` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "request body is not valid JSON" | "a JSON request body is required" | "a report cannot be resolved to `Pending`";
                    };
                };
            };
            403: components["responses"]["CannotResolveReportOrInvalidOrigin"];
            404: components["responses"]["ReportNotFoundOrReportTargetNotFound"];
            /** @description report is already resolved */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "report is already resolved";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    resolveReports: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reports": [
                 *         "01890000-0000-7000-8000-000000000000"
                 *       ],
                 *       "status": "Rejected"
                 *     }
                 */
                "application/json": components["schemas"]["ForumResolutionsInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumResolutions"];
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            403: components["responses"]["CannotResolveReportOrInvalidOrigin"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReportAssignment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the report. */
                report_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumAssignment"];
                };
            };
            /** @description current actor does not have the permission to resolve this report */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "current actor does not have the permission to resolve this report";
                    };
                };
            };
            404: components["responses"]["ReportNotFoundOrReportTargetNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    assignReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the report. */
                report_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "assignee": {
                 *         "type": "User",
                 *         "username": "grace"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ForumAssignmentInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumAssignment"];
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            403: components["responses"]["CannotResolveReportOrInvalidOrigin"];
            404: components["responses"]["ReportNotFoundOrReportTargetNotFound"];
            /** @description report is already resolved */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "report is already resolved";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description invalid request body; target assignee user not found; target assignee user does not have the permission to resolve this report */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReportNotes: {
        parameters: {
            query?: {
                /** @description How many items to skip. */
                offset?: number;
                /** @description At most 100; more is read as 100. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the report. */
                report_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumReportNotes"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            /** @description current actor does not have the permission to resolve this report */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "current actor does not have the permission to resolve this report";
                    };
                };
            };
            404: components["responses"]["ReportNotFoundOrReportTargetNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createReportNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Creates once, however often the request is sent: 1 to 64 visible ASCII characters of the caller’s choice, valid for 24 hours. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id of the report. */
                report_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "body": "Asked the author to take the link out."
                 *     }
                 */
                "application/json": components["schemas"]["ForumReportNoteInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumReportNote"];
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            403: components["responses"]["CannotResolveReportOrInvalidOrigin"];
            404: components["responses"]["ReportNotFoundOrReportTargetNotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description invalid request body; invalid idempotency key; idempotency key was used for another request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSanctions: {
        parameters: {
            query?: {
                /** @description Only sanctions of this account. */
                user?: string;
                /** @description Only sanctions in this section. */
                section?: string;
                /** @description Only those currently in force. */
                active?: boolean;
                /** @description How many items to skip. */
                offset?: number;
                /** @description At most 100; more is read as 100. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumSanctionListing"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            /** @description current actor does not have the permission to read these sanctions */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "current actor does not have the permission to read these sanctions";
                    };
                };
            };
            /** @description section not found; user not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "section not found" | "user not found";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSanction: {
        parameters: {
            query?: never;
            header?: {
                /** @description Creates once, however often the request is sent: 1 to 64 visible ASCII characters of the caller’s choice, valid for 24 hours. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user": {
                 *         "type": "User",
                 *         "username": "mallory"
                 *       },
                 *       "kind": "Mute",
                 *       "expires_at": "2030-01-01T00:00:00.000Z",
                 *       "reason": "Spam",
                 *       "internal_note": "Second time this month."
                 *     }
                 */
                "application/json": components["schemas"]["ForumSanctionInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumSanction"];
                };
            };
            /** @description request body is not valid JSON; a JSON request body is required; a warning cannot expire */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "request body is not valid JSON" | "a JSON request body is required" | "a warning cannot expire";
                    };
                };
            };
            401: components["responses"]["InvalidCredentials"];
            /** @description current actor does not have the permission to sanction this user; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "current actor does not have the permission to sanction this user" | "invalid origin";
                    };
                };
            };
            /** @description section not found; user to sanction not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "section not found" | "user to sanction not found";
                    };
                };
            };
            /** @description a live mute already covers this scope */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "a live mute already covers this scope";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description invalid request body; invalid `expires_at`: lies in the past; invalid idempotency key; idempotency key was used for another request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSanction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the sanction. */
                sanction_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumSanction"];
                };
            };
            400: components["responses"]["MalformedBody"];
            401: components["responses"]["InvalidCredentials"];
            /** @description current actor does not have the permission to lift this sanction; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "current actor does not have the permission to lift this sanction" | "invalid origin";
                    };
                };
            };
            /** @description sanction not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "sanction not found";
                    };
                };
            };
            /** @description sanction is already lifted */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "sanction is already lifted";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumMemberSummary"];
                };
            };
            404: components["responses"]["UserNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMemberPosts: {
        parameters: {
            query?: {
                /** @description How many items to skip. */
                offset?: number;
                /** @description At most 100; more is read as 100. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumMemberPosts"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            404: components["responses"]["UserNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMemberHistory: {
        parameters: {
            query?: {
                /** @description How many items to skip. */
                offset?: number;
                /** @description At most 100; more is read as 100. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the account. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumMemberHistory"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UserNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    streamModeration: {
        parameters: {
            query?: {
                /** @description Only what happens in this section; the whole site if omitted. */
                section?: string;
            };
            header?: {
                /** @description The id of the last event received: the stream resumes after it, on any replica, for 24 hours. An unknown id is answered with an event `reset`. */
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An endless stream of events, with a comment every 15 seconds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            /** @description current actor does not have the permission to read this report queue */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "current actor does not have the permission to read this report queue";
                    };
                };
            };
            404: components["responses"]["SectionNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listModerationLog: {
        parameters: {
            query?: {
                /** @description Only acts in this section; the whole site if omitted. */
                section?: string;
                /** @description Only acts of this moderator. */
                actor?: string;
                /** @description How many items to skip. */
                offset?: number;
                /** @description At most 100; more is read as 100. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumModerationLog"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            /** @description current actor does not have the permission to read this moderation log */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "current actor does not have the permission to read this moderation log";
                    };
                };
            };
            404: components["responses"]["SectionNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    searchForum: {
        parameters: {
            query?: {
                /** @description What to look for, 2 to 200 characters: words, `"phrases"`, `-not`, `or`; words and phrases after the sixteenth are ignored. */
                q?: string;
                /** @description Id or key of a section: only what is in it or its descendants. */
                section?: string;
                /** @description Id of an account: only what they wrote. */
                author?: string;
                /** @description `posts` or `titles`; both if omitted. */
                in?: string;
                /** @description How many items to skip. */
                offset?: number;
                /** @description At most 100; more is read as 100. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumSearchHits"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            /** @description section not found; user not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "section not found" | "user not found";
                    };
                };
            };
            /** @description invalid `q` query parameter; invalid `in` query parameter */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "invalid `q` query parameter" | "invalid `in` query parameter";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getThreadSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id or key. */
                thread_ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumSubscription"];
                };
            };
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ThreadNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    putThreadSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id or key. */
                thread_ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "level": "Watching"
                 *     }
                 */
                "application/json": components["schemas"]["ForumSubscriptionInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumSubscription"];
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrInvalidOrigin"];
            404: components["responses"]["ThreadNotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteThreadSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id or key. */
                thread_ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumSubscription"];
                };
            };
            400: components["responses"]["MalformedBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrInvalidOrigin"];
            404: components["responses"]["ThreadNotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSectionSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id or key. */
                section_ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumSubscription"];
                };
            };
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["SectionNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    putSectionSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id or key. */
                section_ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "level": "Watching"
                 *     }
                 */
                "application/json": components["schemas"]["ForumSubscriptionInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumSubscription"];
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrInvalidOrigin"];
            404: components["responses"]["SectionNotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSectionSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id or key. */
                section_ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumSubscription"];
                };
            };
            400: components["responses"]["MalformedBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrInvalidOrigin"];
            404: components["responses"]["SectionNotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    streamNotifications: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the last event received: the stream resumes after it, on any replica, for 24 hours. An unknown id is answered with an event `reset`. */
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An endless stream of events, with a comment every 15 seconds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                };
            };
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /** @description Only unread ones. */
                unread?: boolean;
                /** @description How many items to skip. */
                offset?: number;
                /** @description At most 100; more is read as 100. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumNotifications"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    countNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumUnreadNotifications"];
                };
            };
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    readNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "01890000-0000-7000-8000-000000000001"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ForumNotificationsReadInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumUnreadNotifications"];
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrInvalidOrigin"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getNotificationSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumNotificationSettings"];
                };
            };
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateNotificationSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description If `email` is given: digests are in the first of these languages that is available. */
                "accept-language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "Daily"
                 *     }
                 */
                "application/json": components["schemas"]["ForumNotificationSettingsPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumNotificationSettings"];
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrInvalidOrigin"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    findUnsubscribeLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last part of the digest’s link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description For a browser: to the page with the button. */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description unsubscribe link not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "unsubscribe link not found";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    unsubscribeFromDigests: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last part of the digest’s link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            403: components["responses"]["InvalidOrigin"];
            /** @description unsubscribe link not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "unsubscribe link not found";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getImported: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the import, such as `nodebb`. */
                source: string;
                /** @description `user`, `section`, `thread` or `post`. */
                kind: string;
                /** @description Its id in the old forum. */
                old_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForumImported"];
                };
            };
            /** @description imported content not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "imported content not found";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCaptchaChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The form that the captcha guards. */
                scope: "register" | "login";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Both sides derive the puzzles from the token. Puzzle i (from 1) has the salt prng(token + i, s) and the target prng(token + i + "d", d), where prng is xorshift32 seeded with the 32-bit FNV-1a hash of its text, written in hexadecimal and cut to length. A nonce solves it if the hexadecimal sha256 of salt + nonce begins with the target. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptchaChallenge"];
                };
            };
            400: components["responses"]["MalformedBody"];
            403: components["responses"]["InvalidOrigin"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            /** @description captcha is misconfigured; internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "captcha is misconfigured" | "internal error";
                    };
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    redeemCaptchaChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The form that the captcha guards. */
                scope: "register" | "login";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "eyJhbGciOiJIUzI1NiJ9.…",
                 *       "solutions": [
                 *         52144,
                 *         9021,
                 *         70313
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Redemption"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedemptionResult"];
                };
            };
            /** @description invalid captcha challenge; captcha challenge was issued for another scope; invalid captcha solutions; captcha challenge was already redeemed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "invalid captcha challenge" | "captcha challenge was issued for another scope" | "invalid captcha solutions" | "captcha challenge was already redeemed";
                    };
                };
            };
            403: components["responses"]["InvalidOrigin"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listApps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many items were skipped. */
                        offset: number;
                        /** @description The maximum number of items on the page. */
                        limit: number;
                        /** @description The total number of items. */
                        count: number;
                        /** @description The page. */
                        items: components["schemas"]["ShortApp"][];
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the application. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullApp"];
                };
            };
            /** @description app not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "app not found";
                    };
                };
            };
            /** @description Done. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullApp"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the application. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "Game",
                 *       "channels": [
                 *         {
                 *           "key": "main",
                 *           "status": "Beta",
                 *           "cover_color": "#336699"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdateAppBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullApp"];
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrInvalidOrigin"];
            /** @description app not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "app not found";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description invalid request body; app channel not found; invalid `channels`: a key stands twice; unknown owner; invalid `user_uri` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "internal error";
                    };
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    rotateChannelSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the application. */
                app_id: string;
                /** @description Handle of the channel. */
                channel_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewChannelSecret"];
                };
            };
            400: components["responses"]["MalformedBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrInvalidOrigin"];
            404: components["responses"]["AppNotFoundOrNoSuchChannel"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getChannelDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the application. */
                app_id: string;
                /** @description Handle of the channel. */
                channel_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelDelivery"];
                };
            };
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AppNotFoundOrNoSuchChannel"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the application. */
                app_id: string;
                /** @description Handle of the channel. */
                channel_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelDelivery"];
                };
            };
            400: components["responses"]["MalformedBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrInvalidOrigin"];
            404: components["responses"]["AppNotFoundOrNoSuchChannel"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeadLetters: {
        parameters: {
            query?: {
                /** @description How many items to skip. */
                offset?: number;
                /** @description At most 100; more is read as 100. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many items were skipped. */
                        offset: number;
                        /** @description The maximum number of items on the page. */
                        limit: number;
                        /** @description The total number of items. */
                        count: number;
                        /** @description The page. */
                        items: components["schemas"]["Delivery"][];
                    };
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayDeadLetter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the delivery. */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["MalformedBody"];
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            403: components["responses"]["ForbiddenOrInvalidOrigin"];
            /** @description delivery not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "delivery not found";
                    };
                };
            };
            /** @description delivery is not a dead letter */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "delivery is not a dead letter";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getGameAUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The game’s server, as the configuration names it. */
                server: string;
                /** @description The game’s own id of the account, decimal. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameAUser"];
                };
            };
            /** @description GameAUserNotFound; GetSvcLinkedBy; GetLinkedSvc */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "GameAUserNotFound" | "GetSvcLinkedBy" | "GetLinkedSvc";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description InternalServerError */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "InternalServerError";
                    };
                };
            };
            /** @description InternalServerError */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "InternalServerError";
                    };
                };
            };
        };
    };
    getGameACreature: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The game’s server, as the configuration names it. */
                server: string;
                /** @description The game’s own id of the creature, decimal. */
                creature_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameACreature"];
                };
            };
            /** @description GameACreatureNotFound */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "GameACreatureNotFound";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description InternalServerError */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "InternalServerError";
                    };
                };
            };
            /** @description InternalServerError */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "InternalServerError";
                    };
                };
            };
        };
    };
    getGameBUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The game’s server, as the configuration names it. */
                server: string;
                /** @description The game’s own id of the account, decimal. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameBUser"];
                };
            };
            /** @description GameBUserNotFound; GetSvcLinkedBy; GetLinkedSvc */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "GameBUserNotFound" | "GetSvcLinkedBy" | "GetLinkedSvc";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description InternalServerError */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "InternalServerError";
                    };
                };
            };
            /** @description InternalServerError */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "InternalServerError";
                    };
                };
            };
        };
    };
    getGameCUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The game’s own id of the account, decimal. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameCUser"];
                };
            };
            /** @description GameCUserNotFound; GetSvcLinkedBy; GetLinkedSvc */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "GameCUserNotFound" | "GetSvcLinkedBy" | "GetLinkedSvc";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description InternalServerError */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "InternalServerError";
                    };
                };
            };
            /** @description InternalServerError */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "InternalServerError";
                    };
                };
            };
        };
    };
    getGameCScores: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The game’s own id of the account, decimal. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameCScores"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description InternalServerError */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "InternalServerError";
                    };
                };
            };
            /** @description InternalServerError */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "InternalServerError";
                    };
                };
            };
        };
    };
    getGameCRewards: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The game’s own id of the account, decimal. */
                user_id: string;
                /** @description Id of the site, an integer. */
                site_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameCRewards"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description InternalServerError */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "InternalServerError";
                    };
                };
            };
            /** @description InternalServerError */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "InternalServerError";
                    };
                };
            };
        };
    };
    getGameAUserHistory: {
        parameters: {
            query: {
                /** @description One of the record's fields, such as `coins` or `username`. */
                field: string;
                /** @description How many items to skip. */
                offset?: number;
                /** @description At most 100; more is read as 100. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The game’s server, as the configuration names it. */
                server: string;
                /** @description The game’s own id of the account, decimal. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchivePeriods"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            /** @description GameAUserNotFound; FieldNotFound */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "GameAUserNotFound" | "FieldNotFound";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description InternalServerError */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "InternalServerError";
                    };
                };
            };
            /** @description InternalServerError */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "InternalServerError";
                    };
                };
            };
        };
    };
    getGameACreatureHistory: {
        parameters: {
            query: {
                /** @description One of the record's fields, such as `coins` or `username`. */
                field: string;
                /** @description How many items to skip. */
                offset?: number;
                /** @description At most 100; more is read as 100. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The game’s server, as the configuration names it. */
                server: string;
                /** @description The game’s own id of the creature, decimal. */
                creature_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchivePeriods"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            /** @description GameACreatureNotFound; FieldNotFound */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "GameACreatureNotFound" | "FieldNotFound";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description InternalServerError */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "InternalServerError";
                    };
                };
            };
            /** @description InternalServerError */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "InternalServerError";
                    };
                };
            };
        };
    };
    getGameBUserHistory: {
        parameters: {
            query: {
                /** @description One of the record's fields, such as `coins` or `username`. */
                field: string;
                /** @description How many items to skip. */
                offset?: number;
                /** @description At most 100; more is read as 100. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The game’s server, as the configuration names it. */
                server: string;
                /** @description The game’s own id of the account, decimal. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchivePeriods"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            /** @description GameBUserNotFound; FieldNotFound */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "GameBUserNotFound" | "FieldNotFound";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description InternalServerError */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "InternalServerError";
                    };
                };
            };
            /** @description InternalServerError */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "InternalServerError";
                    };
                };
            };
        };
    };
    getGameCUserHistory: {
        parameters: {
            query: {
                /** @description One of the record's fields, such as `coins` or `username`. */
                field: string;
                /** @description How many items to skip. */
                offset?: number;
                /** @description At most 100; more is read as 100. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The game’s own id of the account, decimal. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchivePeriods"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            /** @description GameCUserNotFound; FieldNotFound */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "GameCUserNotFound" | "FieldNotFound";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description InternalServerError */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "InternalServerError";
                    };
                };
            };
            /** @description InternalServerError */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "InternalServerError";
                    };
                };
            };
        };
    };
    getGameCScoresHistory: {
        parameters: {
            query: {
                /** @description One of the record's fields, such as `coins` or `username`. */
                field: string;
                /** @description How many items to skip. */
                offset?: number;
                /** @description At most 100; more is read as 100. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The game’s own id of the account, decimal. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchivePeriods"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            /** @description FieldNotFound */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "FieldNotFound";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description InternalServerError */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "InternalServerError";
                    };
                };
            };
            /** @description InternalServerError */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "InternalServerError";
                    };
                };
            };
        };
    };
    getGameCRewardsHistory: {
        parameters: {
            query: {
                /** @description One of the record's fields, such as `coins` or `username`. */
                field: string;
                /** @description How many items to skip. */
                offset?: number;
                /** @description At most 100; more is read as 100. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The game’s own id of the account, decimal. */
                user_id: string;
                /** @description Id of the site, an integer. */
                site_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchivePeriods"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            /** @description FieldNotFound */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "FieldNotFound";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description InternalServerError */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "InternalServerError";
                    };
                };
            };
            /** @description InternalServerError */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "InternalServerError";
                    };
                };
            };
        };
    };
    listJobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobListing"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["JobUnreadable"];
            503: components["responses"]["Unavailable"];
        };
    };
    createJob: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "SomeKind",
                 *       "state": {}
                 *     }
                 */
                "application/json": components["schemas"]["NewJob"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The job’s id. */
                        id: components["schemas"]["Uuid"];
                        /** @description When it was made. */
                        created_at: components["schemas"]["Timestamp"];
                        /** @description Who made it; null if a service did. */
                        created_by: components["schemas"]["ShortUser"] | null;
                        /** @description The root task. */
                        task: {
                            /** @description The task’s id. */
                            id: components["schemas"]["Uuid"];
                            /** @description Counts every update of the task. */
                            revision: number;
                            /** @description When a worker last picked it up. */
                            polled_at: components["schemas"]["Timestamp"] | null;
                            /**
                             * @description Blocked: waits for its next attempt.
                             * @enum {unknown}
                             */
                            status: "Available" | "Blocked" | "Complete";
                            /** @description Whole seconds that the task has been waiting for a worker. */
                            starvation: number;
                            /** @description What it does. */
                            kind: string;
                            /** @description Version of the state’s layout. */
                            kind_version: number;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            /** @description current actor does not have the permission to create a job; invalid origin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "current actor does not have the permission to create a job" | "invalid origin";
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            /** @description internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "internal error";
                    };
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The job’s id. */
                        id: components["schemas"]["Uuid"];
                        /** @description When it was made. */
                        created_at: components["schemas"]["Timestamp"];
                        /** @description Who made it; null if a service did. */
                        created_by: components["schemas"]["ShortUser"] | null;
                        /** @description The root task. */
                        task: {
                            /** @description The task’s id. */
                            id: components["schemas"]["Uuid"];
                            /** @description Counts every update of the task. */
                            revision: number;
                            /** @description When a worker last picked it up. */
                            polled_at: components["schemas"]["Timestamp"] | null;
                            /**
                             * @description Blocked: waits for its next attempt.
                             * @enum {unknown}
                             */
                            status: "Available" | "Blocked" | "Complete";
                            /** @description Whole seconds that the task has been waiting for a worker. */
                            starvation: number;
                            /** @description What it does. */
                            kind: string;
                            /** @description Version of the state’s layout. */
                            kind_version: number;
                        };
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["JobUnreadable"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the task. */
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["JobUnreadable"];
            503: components["responses"]["Unavailable"];
        };
    };
    getExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the export. */
                export_id: string;
                /** @description Which of its files, from 1. */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A ZIP file of NDJSON files, by service and kind of data. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": unknown;
                };
            };
            /** @description For a guest’s browser: to the sign-in page and back. */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["InvalidCredentialsOrUnauthenticated"];
            /** @description export not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "export not found";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOutboundEmails: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutboundEmailListing"];
                };
            };
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendOutboundEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "deadline": "2030-01-01T00:00:00.000Z",
                 *       "idempotency_key": "01890000-0000-7000-8000-000000000000",
                 *       "recipient": "ada@example.org",
                 *       "subject": "",
                 *       "body": ""
                 *     }
                 */
                "application/json": components["schemas"]["NewOutboundEmail"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutboundEmail"];
                };
            };
            400: components["responses"]["MalformedBodyOrMissingBody"];
            403: components["responses"]["ForbiddenOrInvalidOrigin"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["TooManyRequests"];
            /** @description internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "internal error";
                    };
                };
            };
            503: components["responses"]["Unavailable"];
            /** @description timeout during request processing */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "timeout during request processing";
                    };
                };
            };
        };
    };
    openOutboundEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The signed id of a message. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A transparent pixel. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/gif": unknown;
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
}
