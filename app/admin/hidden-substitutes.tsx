import { useMutation, useQuery } from '@tanstack/react-query'
import { callApi } from '#app/api-client.ts'
import { orThrow, queryClient } from '#app/query-client.ts'
import { MESSAGE_ACTION, MessageBar } from '#app/ui/message-bar.tsx'
import { toast } from '#app/ui/toast.ts'
import { describeHidden } from '#domain/settings/admin-settings.ts'
import type { HideSubstitutes } from '#domain/settings/admin-settings-queries.server.ts'
import { apiQuery, refresh, tellError, UNDO_MS } from './panel-calls.ts'

/** Whether substitutes are hidden. */
export const storeSettingsQuery = apiQuery(['admin-store-settings'], (signal) =>
  callApi('get', '/api/admin/shop-settings', { signal }),
)

/** Hides the substitutes or shows them. The screen changes at once, and changes back when the shop refuses. */
export function useSubstitutesSwitch() {
  const change = useMutation(
    {
      mutationFn: async ({ hide_substitutes, version }: HideSubstitutes) =>
        orThrow(await callApi('post', '/api/admin/shop-settings', { json: { hide_substitutes, version } })),
      onMutate(next) {
        const before = queryClient.getQueryData(storeSettingsQuery.queryKey)
        queryClient.setQueryData(storeSettingsQuery.queryKey, next)
        return { before }
      },
      onError(failure, _, context) {
        queryClient.setQueryData(storeSettingsQuery.queryKey, context?.before)
        tellError('Nie udało się zmienić ustawień sklepu.')(failure)
      },
      onSuccess: (_, { hide_substitutes }) =>
        toast({
          title: hide_substitutes ? 'Zamienniki są ukryte' : 'Sklep pokazuje wszystkie perfumy',
          tone: 'success',
          ...(hide_substitutes && { durationMs: UNDO_MS, action: { label: 'Cofnij', onClick: () => void set(false) } }),
        }),
      onSettled: () => refresh(storeSettingsQuery),
    },
    queryClient,
  )
  /** Reads the version when pressed, because the toast's undo is pressed later. */
  async function set(hide_substitutes: boolean) {
    const known = await queryClient.ensureQueryData(storeSettingsQuery).catch(() => null)
    if (known === null) return
    const hidden_since = hide_substitutes ? new Date().toISOString() : null
    change.mutate({ ...known, hide_substitutes, hidden_since })
  }
  return { set: (hide: boolean) => void set(hide), isPending: change.isPending }
}

/** The bar under the panel's header while substitutes are hidden. `initial`: the state when the page was rendered. */
export function HiddenSubstitutesBar({ initial }: { initial: HideSubstitutes }) {
  const { data: settings = initial } = useQuery(storeSettingsQuery, queryClient)
  const { set, isPending } = useSubstitutesSwitch()
  if (!settings.hide_substitutes) return null
  return (
    <MessageBar
      label="Ukryte zamienniki"
      text={`${describeHidden(settings, new Date())}.`}
      className="px-4 sm:px-6 lg:px-8"
    >
      <button type="button" disabled={isPending} className={MESSAGE_ACTION} onClick={() => set(false)}>
        Pokaż wszystkie perfumy
      </button>
    </MessageBar>
  )
}
