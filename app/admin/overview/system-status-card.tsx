import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Card } from '#app/admin/ui/card.tsx'
import { Loading } from '#app/admin/ui/query-view.tsx'
import { queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { SYSTEM_CHECKS } from '#domain/system/system-status.ts'
import { systemStatusQuery } from './overview-data.ts'

/** Shortest time that a check is shown as running, ms, so that the press has a visible effect. */
const SHOWN_AFTER_MS = 1000

const clock = new Intl.DateTimeFormat('pl-PL', { timeStyle: 'medium', timeZone: 'Europe/Warsaw' })

/** Checks the services that the shop depends on, when the page opens and when the button is pressed. */
export function SystemStatusCard() {
  const { data: status, isFetching, error, refetch } = useQuery(systemStatusQuery, queryClient)
  const [checkedAt, setCheckedAt] = useState<string>()
  const [waiting, setWaiting] = useState(false)

  async function check() {
    setWaiting(true)
    const pause = new Promise((resolve) => setTimeout(resolve, SHOWN_AFTER_MS))
    await Promise.all([refetch(), pause])
    setCheckedAt(clock.format(new Date()))
    setWaiting(false)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the page opens
  useEffect(() => void check(), [])

  return (
    <Card
      title="Status systemu"
      aside={
        <Button variant="secondary" size="tight" busy={waiting || isFetching} onClick={() => void check()}>
          Sprawdź
        </Button>
      }
    >
      {!status && !error && <Loading rows={5} />}
      <ul className="grid grid-cols-2 gap-x-4 divide-night/10 sm:block sm:divide-y">
        {status?.checks.map(({ name, ok, found }) => (
          <Check key={name} label={SYSTEM_CHECKS[name]} ok={ok} found={found} />
        ))}
        {error && !isFetching && <Check label={SYSTEM_CHECKS.api} ok={false} found={error.message} />}
      </ul>
      <p role="status" className="mt-2 text-xs text-oud">
        {checkedAt === undefined ? 'Sprawdzanie…' : `Ostatnie sprawdzenie: ${checkedAt}`}
      </p>
    </Card>
  )
}

function Check({ label, ok, found }: { label: string; ok: boolean; found: string }) {
  const CheckIcon = ok ? CircleCheck : CircleX
  return (
    <li className="flex min-h-9 items-center gap-2 text-sm max-sm:py-1 sm:gap-3">
      <CheckIcon aria-hidden="true" className={ok ? 'size-5 shrink-0 text-oud' : 'size-5 shrink-0 text-wine'} />
      <span className="flex min-w-0 flex-1 flex-col sm:flex-row sm:gap-3">
        <span className="flex-1 font-medium">{label}</span>
        <span className={ok ? 'text-night/85 max-sm:text-xs' : 'font-semibold text-wine'}>
          <span className="sr-only">{ok ? 'działa: ' : 'nie działa: '}</span>
          {found}
        </span>
      </span>
    </li>
  )
}
