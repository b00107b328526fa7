import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'

/**
 * Opens a session for an account that was proven without its password. It has one of Better Auth's sign-in paths, where
 * an account with a second factor gets the challenge instead.
 */
export const sessionOpener = {
  id: 'session-opener',
  endpoints: {
    openSession: createAuthEndpoint(
      '/sign-in/username',
      { method: 'POST', body: z.object({ userId: z.uuid() }), requireHeaders: true, metadata: { SERVER_ONLY: true } },
      async (ctx) => {
        const user = await ctx.context.internalAdapter.findUserById(ctx.body.userId)
        if (!user) throw ctx.error('NOT_FOUND')
        const session = await ctx.context.internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user })
        return ctx.json({ opened: true })
      },
    ),
  },
} satisfies BetterAuthPlugin
