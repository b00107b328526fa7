import { useState } from 'react'
import { href, useRevalidator } from 'react-router'
import { tellFailure } from '#app/admin/panel-calls.ts'
import { RowList } from '#app/admin/ui/list-parts.tsx'
import { callApi } from '#app/api-client.ts'
import { servicesContext } from '#app/services-context.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { toast } from '#app/ui/toast.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { buildPageHref, parsePage } from '#domain/kernel/lists/paging.ts'
import { MAIL_FAILURE_LABELS } from '#domain/kernel/mail.ts'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import { type GivenUpMail, listGivenUpMails } from '#domain/mails/mail-queries.server.ts'
import type { Route } from './+types/mails'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, mailNames } = context.get(servicesContext)
  const wanted = parsePage(new URL(request.url).searchParams)
  const { items, ...list } = await listGivenUpMails(db, { page: wanted, pageSize: PAGE_SIZES.failedMails })
  return { ...list, mails: items.map((mail) => toRow(mail, mailNames.get(mail.template) ?? mail.template)) }
}

function toRow({ id, recipient, created_at, failed_at, failure_reason, failure }: GivenUpMail, name: string) {
  return {
    id,
    name,
    recipient,
    queuedAt: formatDateTime(created_at),
    failedAt: formatDateTime(failed_at),
    why: failure_reason === null ? 'Powodu nie zapisano.' : MAIL_FAILURE_LABELS[failure_reason],
    detail: failure,
  }
}

type Row = ReturnType<typeof toRow>

/** Mails that could not be sent: sends them again, or dismisses them. */
export default function Mails({ loaderData }: Route.ComponentProps) {
  const { mails, total, page, pages } = loaderData
  const { busy, run } = useMailActions()
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="font-display text-2xl">
          Niewysłane e-maile <span className="text-oud tabular-nums">({total})</span>
        </h1>
        {total > 1 && (
          <Button
            variant="secondary"
            busy={busy === 'all'}
            disabled={busy !== null}
            onClick={() => void run('all', 'retry')}
          >
            Wyślij wszystkie ponownie
          </Button>
        )}
      </div>
      {total === 0 ? (
        <EmptyState title="Wszystkie e-maile doszły lub czekają na wysłanie." />
      ) : (
        <RowList items={mails} keyOf={({ id }) => id}>
          {(mail) => <MailRow mail={mail} busy={busy} run={run} />}
        </RowList>
      )}
      <Pagination
        page={page}
        lastPage={pages}
        label="Strony niewysłanych e-maili"
        buildHref={(number) => buildPageHref(href('/admin/niewyslane-emaile'), number)}
        className="mt-6"
      />
    </>
  )
}

function MailRow({ mail, busy, run }: { mail: Row } & ReturnType<typeof useMailActions>) {
  return (
    <article className="grid gap-x-6 gap-y-3 px-4 py-4 text-sm lg:grid-cols-[1fr_1.4fr_auto] lg:items-center">
      <div className="min-w-0">
        <h2 className="font-semibold">{mail.name}</h2>
        <p className="break-all">{mail.recipient}</p>
      </div>
      <div className="min-w-0">
        <p>{mail.why}</p>
        {mail.detail !== null && <p className="text-xs break-words text-oud">Szczegóły: {mail.detail}</p>}
        <p className="text-xs text-oud">
          Napisany {mail.queuedAt}, zaniechany {mail.failedAt}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          busy={busy === mail.id}
          disabled={busy !== null}
          aria-label={`Wyślij ponownie: ${mail.name}, ${mail.recipient}`}
          onClick={() => void run(mail.id, 'retry')}
        >
          Wyślij ponownie
        </Button>
        <Button
          variant="quiet"
          disabled={busy !== null}
          aria-label={`Odrzuć: ${mail.name}, ${mail.recipient}`}
          onClick={() => void run(mail.id, 'dismiss')}
        >
          Odrzuć
        </Button>
      </div>
    </article>
  )
}

const DONE = {
  retry: { title: 'E-mail czeka na wysłanie', description: 'Wyjdzie w ciągu kilku sekund.' },
  dismiss: { title: 'E-mail odrzucony', description: 'Nie zostanie wysłany.' },
}

/** `busy` is the id of the mail that the shop sends or dismisses now, or 'all'. Reads the list again afterwards. */
function useMailActions() {
  const [busy, setBusy] = useState<string | null>(null)
  const { revalidate } = useRevalidator()

  async function run(target: string, action: keyof typeof DONE): Promise<void> {
    setBusy(target)
    const answer =
      target === 'all'
        ? await callApi('post', '/api/admin/mails/retry-all')
        : await callApi('post', `/api/admin/mails/:id/${action}`, { param: { id: target } })
    if (answer.ok) toast({ ...DONE[action], tone: 'success' })
    else tellFailure('Nie udało się', answer.failure)
    await revalidate()
    setBusy(null)
  }
  return { busy, run }
}
