import { useMutation, useQuery } from '@tanstack/react-query'
import { callApi } from '#app/api-client.ts'
import { orThrow, queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'
import { CardFailure, CardLoading, OverviewCard } from './overview-card.tsx'
import { refresh, storeSettingsQuery } from './overview-queries.ts'

type Settings = { hide_substitutes: boolean; version: string }

/** Whether the shop shows the original line alone. */
export function StoreSettings() {
  const { data: settings, error, refetch } = useQuery(storeSettingsQuery, queryClient)
  const change = useMutation(
    {
      mutationFn: async (json: Settings) => orThrow(await callApi('post', '/api/admin/shop-settings', { json })),
      onMutate(next) {
        const before = queryClient.getQueryData<Settings>(storeSettingsQuery.queryKey)
        queryClient.setQueryData<Settings>(storeSettingsQuery.queryKey, next)
        return { before }
      },
      onError(failure, _, context) {
        queryClient.setQueryData(storeSettingsQuery.queryKey, context?.before)
        toast({ title: 'Nie udało się zmienić ustawień sklepu.', description: failure.message, tone: 'error' })
      },
      onSuccess: (_, { hide_substitutes }) =>
        toast({
          title: hide_substitutes ? 'Zamienniki są ukryte' : 'Sklep pokazuje wszystkie perfumy',
          tone: 'success',
        }),
      onSettled: () => refresh(storeSettingsQuery),
    },
    queryClient,
  )
  return (
    <OverviewCard title="Ustawienia sklepu">
      {settings ? (
        <>
          <p className="mb-3 text-sm">
            {settings.hide_substitutes
              ? 'W sklepie widać tylko perfumy arabskie.'
              : 'W sklepie widać wszystkie perfumy: arabskie i zamienniki.'}
          </p>
          <Button
            variant="secondary"
            busy={change.isPending}
            onClick={() => change.mutate({ ...settings, hide_substitutes: !settings.hide_substitutes })}
          >
            {settings.hide_substitutes ? 'Pokaż wszystkie perfumy' : 'Ukryj zamienniki na sklepie'}
          </Button>
        </>
      ) : error ? (
        <CardFailure title="Nie udało się załadować ustawień sklepu" error={error} onRetry={() => void refetch()} />
      ) : (
        <CardLoading rows={2} />
      )}
    </OverviewCard>
  )
}
