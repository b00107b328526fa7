import type { AnswerOf } from '#app/api-client.ts'
import { formatDateTime } from '#domain/kernel/text.ts'
import { Caution, QueryCard } from './overview-card.tsx'
import { backupsQuery } from './overview-data.ts'

type State = AnswerOf<'get', '/api/admin/backups'>

const megabytes = new Intl.NumberFormat('pl-PL', { maximumFractionDigits: 1 })

/** Whether the shop could be brought back after a disaster. */
export function BackupsCard() {
  return (
    <QueryCard title="Kopia zapasowa" query={backupsQuery} failed="Nie udało się sprawdzić kopii zapasowych" rows={2}>
      {(state) => <BackupState {...state} />}
    </QueryCard>
  )
}

function BackupState({ scheduled, newest, is_old, failure, rehearsal }: State) {
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
          Sklep nie robi kopii sam. Ustaw BACKUP_SCHEDULE i BACKUP_PASSPHRASE albo uruchom „npm run backup”.
        </p>
      )}
      {is_old && (
        <p role="alert" className="font-semibold text-wine">
          {newest ? 'Kopia ma więcej niż dwa dni.' : 'Nie ma żadnej kopii.'} Po awarii dysku nie da się odtworzyć
          nowszych zamówień.
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
    </div>
  )
}
