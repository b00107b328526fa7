import { QueryCard } from '#app/admin/ui/query-view.tsx'
import { GUARANTEE_NOTICE } from '#domain/labels/legal-notices.ts'
import { LabelFileField } from './label-file-field.tsx'
import { LabelSettingsCard } from './label-settings-card.tsx'
import { labelSettingsQuery } from './labels-data.tsx'
import { ProducersCard } from './producers-card.tsx'

/** 'Skład i producenci': producers, the official notice, the carrier's consent, and trademarks to warn about. */
export default function Labels() {
  return (
    <div className="space-y-4">
      <ProducersCard />
      <GuaranteeNoticeCard />
      <LabelSettingsCard />
    </div>
  )
}

function GuaranteeNoticeCard() {
  return (
    <QueryCard
      title="Zawiadomienie o gwarancji prawnej"
      id="zawiadomienie"
      query={labelSettingsQuery}
      failed="Nie udało się załadować zawiadomienia"
      rows={3}
    >
      {({ files: { 'guarantee-notice': notice } }) => (
        <>
          <p className="mb-3 max-w-prose text-sm">
            {notice === null
              ? `W sklepie stoją zastępcze słowa: „${GUARANTEE_NOTICE.title}”. Przed startem wgraj urzędowy plik Komisji ` +
                'Europejskiej po polsku i w kolorze. Stanie wszędzie zamiast nich: przy produktach, nad podsumowaniem ' +
                'zamówienia i w wiadomości.'
              : 'Urzędowy plik widać przy produktach, nad podsumowaniem zamówienia, w wiadomości i na stronie o gwarancji.'}
          </p>
          {notice !== null && (
            <img
              src={`${notice.url}?${notice.uploaded_at}`}
              alt="Wgrane zawiadomienie"
              className="mb-3 h-auto w-full max-w-60 border border-night/15"
            />
          )}
          <LabelFileField
            kind="guarantee-notice"
            file={notice}
            label="Plik PNG albo JPG"
            accept="image/png,image/jpeg"
          />
        </>
      )}
    </QueryCard>
  )
}
