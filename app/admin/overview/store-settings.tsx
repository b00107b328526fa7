import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx'
import { callApi } from '#app/api-client.ts'
import { orThrow, queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { toast } from '#app/ui/toast.ts'
import { CardFailure, CardLoading, OverviewCard } from './overview-card.tsx'
import { refresh, storeSettingsQuery } from './overview-queries.ts'

/** How long the change can be taken back, ms. */
const UNDO_MS = 6000

/** How many products of each kind are on sale. */
async function countOnSale() {
  const count = async (query: Record<string, string>) =>
    orThrow(await callApi('get', '/api/products', { query: { ...query, pageSize: '1' } })).total
  const [all, substitutes] = await Promise.all([count({}), count({ category: 'substitutes' })])
  return { all, substitutes }
}

type Settings = { hide_substitutes: boolean; version: string }

/** Whether the shop shows the original line alone. */
export function StoreSettings() {
  const { data: settings, error, refetch } = useQuery(storeSettingsQuery, queryClient)
  const [isAsking, setAsking] = useState(false)
  const counts = useQuery({ queryKey: ['on-sale-counts'], queryFn: countOnSale, enabled: isAsking }, queryClient)
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
          ...(hide_substitutes && { durationMs: UNDO_MS, action: { label: 'Cofnij', onClick: () => set(false) } }),
        }),
      onSettled: () => refresh(storeSettingsQuery),
    },
    queryClient,
  )
  /** With the version that is known by then. */
  function set(hide_substitutes: boolean) {
    const known = queryClient.getQueryData<Settings>(storeSettingsQuery.queryKey)
    if (known) change.mutate({ ...known, hide_substitutes })
  }

  return (
    <OverviewCard title="Ustawienia sklepu">
      {settings ? (
        <>
          <p className={classNames('mb-3 text-sm', settings.hide_substitutes && 'font-semibold text-wine')}>
            {settings.hide_substitutes
              ? 'Zamienniki są ukryte: w sklepie widać tylko perfumy arabskie.'
              : 'W sklepie widać wszystkie perfumy: arabskie i zamienniki.'}
          </p>
          <Button
            variant="secondary"
            busy={change.isPending}
            onClick={() => (settings.hide_substitutes ? set(false) : setAsking(true))}
          >
            {settings.hide_substitutes ? 'Pokaż wszystkie perfumy' : 'Ukryj zamienniki na sklepie'}
          </Button>
          <ConfirmDialog
            open={isAsking}
            title="Ukryć zamienniki?"
            confirm="Ukryj zamienniki"
            danger
            onConfirm={() => {
              setAsking(false)
              set(true)
            }}
            onClose={() => setAsking(false)}
          >
            {counts.data
              ? `Z ${counts.data.all} produktów w sklepie zniknie ${counts.data.substitutes}, aż pokażesz je znowu.`
              : 'Ze sklepu znikną wszystkie produkty poza perfumami arabskimi, aż pokażesz je znowu.'}
          </ConfirmDialog>
        </>
      ) : error ? (
        <CardFailure title="Nie udało się załadować ustawień sklepu" error={error} onRetry={() => void refetch()} />
      ) : (
        <CardLoading rows={2} />
      )}
    </OverviewCard>
  )
}
