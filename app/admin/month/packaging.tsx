import { href, Link } from 'react-router'
import { apiQuery } from '#app/admin/panel-calls.ts'
import { QueryCard } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'

const packagingQuery = (year: string) =>
  apiQuery(['admin-packaging', year], (signal) => callApi('get', '/api/admin/packaging', { query: { year }, signal }))

const kilograms = new Intl.NumberFormat('pl-PL', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** What the packaging of the year's parcels weighs, for the report to BDO. */
export function YearPackaging({ year }: { year: string }) {
  return (
    <QueryCard
      title={`Opakowania w ${year} roku`}
      under="Do sprawozdania BDO; składasz je do 15 marca za rok poprzedni."
      query={packagingQuery(year)}
      failed="Nie udało się policzyć opakowań"
      rows={1}
    >
      {({ parcels, paper_grams, plastic_grams }) => (
        <p className="text-sm">
          <span>Wysłane paczki: {parcels}. </span>
          {paper_grams === null || plastic_grams === null ? (
            <Link
              to={`${href('/admin/ustawienia/sprzedawca')}#parcel_paper_grams`}
              className="py-1 underline underline-offset-4"
            >
              Podaj, ile waży opakowanie jednej
            </Link>
          ) : (
            <span>
              Papier i tektura: <strong>{kilograms.format(paper_grams / 1000)} kg</strong>, tworzywa:{' '}
              <strong>{kilograms.format(plastic_grams / 1000)} kg</strong>.
            </span>
          )}
        </p>
      )}
    </QueryCard>
  )
}
