import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '#app/api-client.ts'
import { openSessionsQuery, queryClient } from '#app/query-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import { SettingsSection, toSettingsProblem } from './settings-section.tsx'

/** Lists the open sessions; ends one of them, or all except this one. */
export function OpenSessions() {
  const { data: sessions, error, refetch } = useQuery(openSessionsQuery, queryClient)
  const [ending, setEnding] = useState<string | null>(null)

  /** @param what id of a session, or 'others' */
  async function end(what: string) {
    setEnding(what)
    const ended =
      what === 'others'
        ? await callApi('post', '/api/auth/revoke-other-sessions', { json: {} })
        : await callApi('post', '/api/auth/revoke-session', { json: { id: what } })
    const description = ended.ok ? undefined : toSettingsProblem(ended.failure).toast?.description
    if (ended.ok) toast({ title: 'Wylogowano urządzenie', tone: 'success' })
    else toast({ title: 'Błąd wylogowania', description, tone: 'error' })
    await refetch()
    setEnding(null)
  }

  return (
    <SettingsSection title="Zalogowane urządzenia" text="Nie znasz któregoś? Wyloguj je i zmień hasło.">
      {error && <Alert onRetry={() => void refetch()}>{error.message}</Alert>}
      {!sessions && !error && <Skeleton className="h-16 w-full" />}
      {sessions && (
        <>
          <ul className="divide-y divide-night/10">
            {sessions.map(({ id, device, last_seen_at, current }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
                <div className="min-w-0 text-sm">
                  <p className="font-medium wrap-anywhere">{device}</p>
                  <p className="text-oud">
                    {current ? 'To urządzenie' : `Ostatnio: ${formatDateTime(new Date(last_seen_at))}`}
                  </p>
                </div>
                {!current && (
                  <Button
                    variant="secondary"
                    busy={ending === id}
                    disabled={ending !== null}
                    aria-label={`Wyloguj: ${device}`}
                    onClick={() => void end(id)}
                  >
                    Wyloguj
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {sessions.length > 1 && (
            <Button
              variant="secondary"
              className="mt-3"
              busy={ending === 'others'}
              disabled={ending !== null}
              onClick={() => void end('others')}
            >
              Wyloguj wszystkie inne urządzenia
            </Button>
          )}
        </>
      )}
    </SettingsSection>
  )
}
