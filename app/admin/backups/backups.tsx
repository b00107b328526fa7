import { backupsQuery } from '#app/admin/overview/overview-data.ts'
import { Caution } from '#app/admin/ui/card.tsx'
import { QueryCard } from '#app/admin/ui/query-view.tsx'
import type { AnswerOf } from '#app/api-client.ts'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'

type State = AnswerOf<'get', '/api/admin/backups'>

const megabytes = new Intl.NumberFormat('pl-PL', { maximumFractionDigits: 1 })

/** Whether the shop can be restored from its backups. */
export default function Backups() {
  return (
    <QueryCard title="Stan kopii" query={backupsQuery} failed="Nie udało się sprawdzić kopii zapasowych" rows={2}>
      {(state) => <BackupState {...state} />}
    </QueryCard>
  )
}

function BackupState({ scheduled, newest, is_old, failure, rehearsed, rehearsal }: State) {
  return (
    <div className="space-y-2 text-sm">
      {newest && (
        <p>
          Ostatnia kopia: <strong>{formatDateTime(new Date(newest.made_at))}</strong>,{' '}
          {megabytes.format(newest.bytes / 1_000_000)} MB
        </p>
      )}
      {!scheduled && (
        <p className="text-night/85">
          {`Sklep nie robi kopii sam. Ustaw BACKUP_SCHEDULE${rehearsed ? '' : ' i BACKUP_PASSPHRASE'} `}
          albo uruchom „npm run backup”.
        </p>
      )}
      {is_old && (
        <p role="alert" className="font-semibold text-wine">
          {newest
            ? 'Kopia ma więcej niż dwa dni. Po awarii dysku nie da się odtworzyć nowszych zamówień.'
            : 'Nie ma żadnej kopii. Po awarii dysku nie da się odtworzyć zamówień.'}
        </p>
      )}
      {failure !== null && (
        <Caution className="rounded-xl px-4 py-2">Ostatnia próba zrobienia kopii się nie udała.</Caution>
      )}
      {rehearsal && (
        <p className={rehearsal.failure === null ? undefined : 'font-semibold text-wine'}>
          Próba odtworzenia {formatDateTime(new Date(rehearsal.rehearsed_at))}:{' '}
          {rehearsal.failure === null ? 'gotowe do użycia' : 'nie udała się, zrób nową kopię'}
        </p>
      )}
      {newest && !rehearsal && (
        <p className="text-night/85">
          Odtworzenia nie próbowano.{' '}
          {rehearsed
            ? 'Sklep próbuje sam drugiego dnia miesiąca; od razu: „npm run rehearse-restore”.'
            : 'Sklep nie ma hasła kopii, więc sam nie spróbuje: ustaw BACKUP_PASSPHRASE albo uruchom „npm run rehearse-restore”.'}
        </p>
      )}
    </div>
  )
}
