import { useState } from 'react'
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx'
import { storeSettingsQuery, useSubstitutesSwitch } from '#app/admin/hidden-substitutes.tsx'
import { QueryCard } from '#app/admin/ui/query-view.tsx'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { describeHidden } from '#domain/settings/admin-settings.ts'

/** Whether the shop shows the original lines alone. */
export function StoreSettings() {
  const [isAsking, setAsking] = useState(false)
  const { set, isPending } = useSubstitutesSwitch()
  return (
    <QueryCard
      title="Ustawienia sklepu"
      id="ustawienia-sklepu"
      query={storeSettingsQuery}
      failed="Nie udało się załadować ustawień sklepu"
      rows={2}
    >
      {(settings) => (
        <>
          <p className={classNames('mb-3 text-sm', settings.hide_substitutes && 'font-semibold text-wine')}>
            {settings.hide_substitutes
              ? `${describeHidden(settings, new Date())}: w sklepie widać tylko oryginalne linie.`
              : 'W sklepie widać wszystkie perfumy: oryginalne linie i zamienniki.'}
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
      )}
    </QueryCard>
  )
}
