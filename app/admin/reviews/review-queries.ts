import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#app/api-client.ts'
import { orThrow } from '#app/query-client.ts'
import type { ModerationSort } from '#domain/reviews/moderation.ts'
import type { ReviewState } from '#domain/reviews/review.ts'

export type ModerationView = { state: ReviewState; sort: ModerationSort; page: number }

export const MODERATION_KEY = ['admin-reviews']

/** A page of the reviews of one state; the page before stands until the next has come. */
export const moderationQuery = (view: ModerationView) =>
  queryOptions({
    queryKey: [...MODERATION_KEY, view],
    queryFn: async ({ signal }) => {
      const { state, sort, page } = view
      return orThrow(await callApi('get', '/api/admin/reviews', { query: { state, sort, page: String(page) }, signal }))
    },
    gcTime: 0,
  })
