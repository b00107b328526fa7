import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx'
import { storeSettingsQuery, useSubstitutesSwitch } from '#app/admin/hidden-substitutes.tsx'
import { queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { describeHidden } from '#domain/settings/admin-settings.ts'
import { CardFailure, CardLoading, OverviewCard } from './overview-card.tsx'

/** Whether the shop shows the original line alone. */
export function StoreSettings() {
  const { data: settings, error, refetch } = useQuery(storeSettingsQuery, queryClient)
  const [isAsking, setAsking] = useState(false)
  const { set, isPending } = useSubstitutesSwitch()

  return (
    <OverviewCard title="Ustawienia sklepu">
      {settings ? (
        <>
          <p className={classNames('mb-3 text-sm', settings.hide_substitutes && 'font-semibold text-wine')}>
            {settings.hide_substitutes
              ? `${describeHidden(settings, new Date())}: w sklepie widać tylko perfumy arabskie.`
              : 'W sklepie widać wszystkie perfumy: arabskie i zamienniki.'}
          </p>
          <Button
            variant="secondary"
            busy={isPending}
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
            {`Z ${settings.products} produktów w sklepie zniknie ${settings.substitutes}, aż pokażesz je znowu.`}
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
