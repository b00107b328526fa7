import { adminCall } from '#api/call.ts'
import { feedReportSchema } from '#domain/feeds/feed-report.ts'
import { readFeedReport } from '#domain/feeds/read-feed-rows.server.ts'
import { ok } from '#domain/kernel/result.ts'

export const adminFeedCalls = [
  adminCall.get(
    '/feeds',
    {
      summary: 'The files for marketplaces, how many products they have, and what would be refused',
      answers: ['Refused products first, then by name', feedReportSchema],
    },
    async ({ services }) => ok(await readFeedReport(services)),
  ),
]
