import { useState } from 'react'
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx'
import { formatShortMoment } from '#app/admin/orders/moments.ts'
import { useWrite } from '#app/admin/panel-calls.ts'
import { Card, Caution } from '#app/admin/ui/card.tsx'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import type { TillDesk } from '#domain/till/read-till.server.ts'

/** Far longer than the pause between two questions of the agent, ms. */
const AWAY_MS = 2 * 60 * 1000

type AgentCardProps = Pick<TillDesk, 'agent' | 'items'> & { onChanged: () => Promise<unknown> }

/** The program beside the fiscal printer: its key, when the shop last saw it, and its problem. */
export function AgentCard({ agent: { key_made_at, seen_at, problem }, items, onChanged }: AgentCardProps) {
  const [isAsking, setAsking] = useState(false)
  const [key, setKey] = useState<string | null>(null)
  const make = useWrite({
    call: () => callApi('post', '/api/admin/till-agent', {}),
    failed: 'Nie utworzono klucza kasy',
    onSuccess: (made) => setKey(made.key),
    onSettled() {
      setAsking(false)
      return onChanged()
    },
  })
  const isAway = seen_at !== null && Date.now() - Date.parse(seen_at) > AWAY_MS
  return (
    <Card
      small
      title="Drukarka fiskalna"
      className={classNames('print:hidden', (problem !== null || isAway) && 'max-xl:order-first')}
    >
      {key_made_at === null ? (
        <p>
          Masz drukarkę fiskalną przy komputerze? Mały program przy niej może sam drukować paragony. Bez niego nabijasz
          je na kasie i oznaczasz tutaj.
        </p>
      ) : (
        <>
          {problem !== null && (
            <Caution role="status" className="mb-3 rounded-xl px-4 py-3">
              {problem}
            </Caution>
          )}
          {problem !== null && items.some(({ for_agent }) => for_agent) && (
            <p className="mb-2">Czekające paragony wydrukują się same, gdy to usuniesz.</p>
          )}
          {isAway ? (
            <Caution className="mb-3 rounded-xl px-4 py-3">{describeSeen(seen_at, isAway)}</Caution>
          ) : (
            <p>{describeSeen(seen_at, isAway)}</p>
          )}
          <p className="mt-1 text-xs text-oud">
            {`Drukuje sprzedaż od utworzenia klucza: ${formatShortMoment(key_made_at)}. Wcześniejszą oznacz ręcznie.`}
          </p>
        </>
      )}
      <Button
        variant="secondary"
        size="tight"
        className="mt-3"
        busy={make.isPending}
        onClick={() => (key_made_at === null ? make.mutate() : setAsking(true))}
      >
        {key_made_at === null ? 'Utwórz klucz kasy' : 'Nowy klucz'}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Zastąpić klucz nowym?"
        confirm="Utwórz nowy klucz"
        busy={make.isPending}
        onConfirm={() => make.mutate()}
        onClose={() => setAsking(false)}
      >
        Dotychczasowy klucz przestanie działać. Program przy drukarce nie pobierze nic, dopóki nie dostanie nowego.
      </ConfirmDialog>
      <Dialog open={key !== null} onClose={() => setKey(null)} title="Klucz kasy" size="sm">
        <div className="space-y-3 px-5 py-4 text-sm sm:px-7">
          <p>Skopiuj go teraz: widać go tylko raz. Otwiera kolejkę paragonów i nic więcej.</p>
          <p className="rounded-xl bg-sand px-3 py-2 font-mono wrap-anywhere select-all">{key}</p>
          <p>
            Na komputerze przy drukarce ustaw go jako TILL_TOKEN, adres sklepu jako TILL_SHOP_URL i uruchom npm run
            till-agent. Reszta jest opisana na początku pliku scripts/till-agent.mjs.
          </p>
        </div>
      </Dialog>
    </Card>
  )
}

function describeSeen(seenAt: string | null, isAway: boolean): string {
  if (seenAt === null) return 'Program przy drukarce jeszcze się nie zgłosił.'
  const seen = formatShortMoment(seenAt)
  return isAway
    ? `Program przy drukarce milczy od ${seen}. Sprawdź, czy działa.`
    : `Program działa, zgłosił się ${seen}.`
}
