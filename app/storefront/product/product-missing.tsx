import { Link } from 'react-router'
import { buttonClass } from '#app/ui/button.tsx'

/** spec 1 §2: a product that is not there, with a way on. */
export function ProductMissing({ heading: Heading }: { heading: 'h1' | 'h2' }) {
  return (
    <div className="px-6 py-20 text-center sm:py-28">
      <Heading className="font-display text-3xl">Nie znaleziono produktu</Heading>
      <p className="mx-auto mt-3 max-w-md">Mógł zostać wycofany ze sprzedaży albo zmienił adres.</p>
      <Link to="/sklep" className={buttonClass('primary', 'lg', 'mt-7')}>
        Zobacz wszystkie perfumy
      </Link>
    </div>
  )
}
