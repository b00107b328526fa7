import { BRAND_TEXTS } from '#domain/catalog/admin/admin-brand.ts'
import { stockChangedSchema } from '#domain/catalog/admin/admin-product.ts'
import { REDUCTION_PROBLEMS } from '#domain/catalog/prices/reduced-price.ts'
import { inflectProducts } from '#domain/catalog/product.ts'
import { MAIN_PICTURE_MISSING } from '#domain/catalog/product-pictures.ts'
import { DECANT_MESSAGE } from '#domain/catalog/scents/fillers.ts'
import { PYRAMID_MESSAGE } from '#domain/catalog/scents/scent-pyramid.ts'
import { MOST_FILMS } from '#domain/films/film.ts'
import { MOST_GUIDES } from '#domain/guides/guide.ts'
import { quoteTrademarks, TRADEMARK_REASON, trademarksFoundSchema } from '#domain/labels/text-claims.ts'
import { PICTURE_TEXTS } from '#domain/pictures/picture.ts'
import { setMeanwhileSchema } from '#domain/stocktakes/stocktake.ts'
import type { Definition } from './error-definition.ts'

/** Refusals of the admin's changes of the catalogue and its pictures; part of ERRORS (errors.ts). */
export const CATALOG_ERRORS = {
  stock_changed: {
    status: 409,
    sentence: ({ stock_quantity: stock }: { stock_quantity: number | null }) =>
      `Stan zmienił się w międzyczasie: teraz ${stock === null ? 'nie jest liczony.' : `wynosi ${stock} szt.`} ` +
      'Sprawdź i zapisz ponownie.',
    details: stockChangedSchema,
  },
  stocktake_closed: {
    status: 409,
    sentence: 'Ta inwentaryzacja jest już zamknięta, może w innym oknie. Odśwież stronę.',
  },
  product_not_counted: {
    status: 409,
    sentence: 'Sztuk tego produktu sklep nie liczy, bo jest sprzedawany bez limitu albo usunięty.',
  },
  counted_meanwhile: {
    status: 409,
    sentence: ({ counted }: { counted: number }) =>
      `Policzono go już gdzie indziej: ${counted} szt. Dolicz je do swojej liczby. Jeśli to te same sztuki, zapisz jeszcze raz.`,
    field: 'counted',
  },
  difference_unexplained: {
    status: 409,
    sentence: 'Przy jednej z różnic nie ma powodu. Wybierz powód i zapisz jeszcze raz.',
  },
  stock_set_meanwhile: {
    status: 409,
    sentence: ({ names }: { names: string[] }) =>
      `Stan zmieniono już po policzeniu: ${names.join('; ')}. Policz jeszcze raz i zapisz różnice.`,
    details: setMeanwhileSchema,
  },
  product_limit_reached: {
    status: 409,
    sentence: ({ limit }: { limit: number }) =>
      `Sklep ma już ${limit} ${inflectProducts(limit)}, więcej się nie zmieści. Usuń któryś, aby dodać nowy.`,
  },
  brand_unavailable: {
    status: 409,
    sentence: 'Tej marki nie ma w sklepie. Wybierz inną.',
    field: 'brand_id',
  },
  picture_unavailable: {
    status: 409,
    sentence: 'Tego zdjęcia nie ma już w sklepie. Prześlij je ponownie.',
    field: 'image_key',
  },
  batch_missing: { status: 409, sentence: DECANT_MESSAGE, field: 'batch' },
  scent_unavailable: {
    status: 409,
    sentence: 'Tego zapachu nie ma już w sklepie. Wybierz inny.',
    field: 'scent_id',
  },
  decant_without_producer: {
    status: 409,
    sentence: 'Próbkę napełnioną w sklepie wolno sprzedawać tylko z producentem. Wskaż go tu albo przy marce.',
    field: 'producer_id',
  },
  main_picture_missing: { status: 409, sentence: MAIN_PICTURE_MISSING, field: 'image_key' },
  pyramid_incomplete: { status: 409, sentence: PYRAMID_MESSAGE, field: 'notes_pyramid' },
  reduction_incomplete: { status: 409, ...REDUCTION_PROBLEMS.reduction_incomplete },
  reduction_ends_early: { status: 409, ...REDUCTION_PROBLEMS.reduction_ends_early },
  reduction_not_lower: { status: 409, ...REDUCTION_PROBLEMS.reduction_not_lower },
  producer_unavailable: {
    status: 409,
    sentence: 'Tego producenta nie ma już na liście. Wybierz innego.',
    field: 'producer_id',
  },
  trademarks_found: {
    status: 409,
    sentence: ({ trademarks }: { trademarks: string[] }) =>
      `Tekst wymienia cudzy znak towarowy: ${quoteTrademarks(trademarks)}. ${TRADEMARK_REASON}`,
    details: trademarksFoundSchema,
  },
  product_recalled: {
    status: 409,
    sentence: 'Partię tego produktu wycofano w innym oknie. Przejrzyj półkę, zanim wróci do sprzedaży.',
  },
  stock_needed: { status: 409, sentence: 'Nie ma ani jednej sztuki. Podaj, ile jest w magazynie.' },
  picture_too_large: { status: 413, sentence: PICTURE_TEXTS.tooLarge.description },
  picture_wrong_type: { status: 415, sentence: PICTURE_TEXTS.wrongType.description },
  picture_broken: { status: 422, sentence: 'Nie udało się odczytać zdjęcia: plik jest uszkodzony.' },
  picture_too_many_pixels: {
    status: 422,
    sentence: 'Zdjęcie ma zbyt wiele pikseli. Zmniejsz je do najwyżej 50 megapikseli (na przykład 8000 × 6000).',
  },
  picture_too_slow: {
    status: 422,
    sentence: 'Przetwarzanie zdjęcia trwało zbyt długo. Zapisz je w mniejszym rozmiarze i prześlij ponownie.',
  },
  pictures_busy: {
    status: 429,
    sentence: 'Sklep przetwarza już kilka zdjęć. Spróbuj ponownie za chwilę.',
    retryAfterSeconds: 5,
  },
  logo_wrong_type: {
    status: 415,
    sentence: 'Logo musi być plikiem PNG, JPG albo WebP. Plików SVG nie przyjmujemy, bo mogą zawierać skrypty.',
  },
  logo_wrong_shape: {
    status: 422,
    sentence: 'Logo może być najwyżej 10 razy szersze niż wyższe albo 2 razy wyższe niż szersze. Wgraj inny układ.',
  },
  logo_too_small: {
    status: 422,
    sentence: 'Logo jest za małe: potrzebuje co najmniej 48 pikseli wysokości albo 240 szerokości.',
  },
  logo_too_pale: {
    status: 422,
    sentence: 'Logo jest za jasne i zniknie na tle sklepu. Wgraj ciemniejsze albo z własnym ciemnym tłem.',
  },
  logo_not_found: { status: 404, sentence: 'Tego logo nie ma.' },
  logo_unavailable: {
    status: 409,
    sentence: 'Tego logo nie ma już w sklepie. Prześlij je jeszcze raz.',
    field: 'logo',
  },
  picture_storage_unavailable: {
    status: 503,
    sentence: 'Magazyn zdjęć nie odpowiada. Spróbuj ponownie za chwilę.',
    retryAfterSeconds: 10,
  },

  film_limit_reached: {
    status: 409,
    sentence: `Na stronie głównej mieszczą się ${MOST_FILMS} filmy. Usuń któryś, aby dodać nowy.`,
  },
  film_not_found: { status: 404, sentence: 'Tego filmu nie ma już na liście.' },
  film_too_large: { status: 413, sentence: 'Film może mieć najwyżej 20 MB. Skróć go albo zapisz w mniejszej jakości.' },
  film_wrong_type: { status: 415, sentence: 'To nie jest film MP4 ani WebM. Zapisz go w jednym z tych formatów.' },
  films_busy: {
    status: 429,
    sentence: 'Sklep zapisuje właśnie inny film. Spróbuj ponownie za chwilę.',
    retryAfterSeconds: 5,
  },
  film_storage_unavailable: {
    status: 503,
    sentence: 'Magazyn plików nie odpowiada. Spróbuj ponownie za chwilę.',
    retryAfterSeconds: 10,
  },

  guide_limit_reached: {
    status: 409,
    sentence: `Poradnik ma najwyżej ${MOST_GUIDES} stron. Usuń którąś, aby dodać nową.`,
  },
  guide_not_found: { status: 404, sentence: 'Tej strony poradnika już nie ma.' },

  csv_unreadable: {
    status: 422,
    sentence: ({ problem }: { problem: string }) => `Nie udało się odczytać pliku. ${problem}`,
  },
  import_outdated: {
    status: 409,
    sentence: 'Od czasu sprawdzenia coś się zmieniło w sklepie albo w pliku. Sprawdź plik jeszcze raz.',
  },

  producer_not_found: { status: 404, sentence: 'Nie znaleziono producenta. Być może usunięto go w innym oknie.' },
  producer_in_use: {
    status: 409,
    sentence: 'Tego producenta ma jeszcze marka albo produkt. Najpierw wybierz tam innego.',
  },
  label_file_not_found: { status: 404, sentence: 'Tego pliku nie ma w sklepie.' },
  label_file_too_large: { status: 413, sentence: 'Plik może mieć najwyżej 5 MB.' },
  label_file_active: {
    status: 422,
    sentence:
      'Ten PDF ma w sobie skrypt, formularz, załącznik albo hasło, więc go nie przyjmiemy. Wydrukuj go do nowego ' +
      'pliku PDF albo zapisz jako zdjęcie i wgraj jeszcze raz.',
  },
  label_file_wrong_type: {
    status: 415,
    sentence: 'Ten plik nie pasuje. Zawiadomienie: PNG albo JPG. Zgoda przewoźnika: PDF, PNG albo JPG.',
  },

  label_file_unconfirmed: {
    status: 400,
    sentence: 'Obejrzyj plik i potwierdź, że to urzędowe zawiadomienie Komisji Europejskiej.',
  },
  brand_not_found: { status: 404, sentence: 'Nie znaleziono marki. Być może usunięto ją w innym oknie.' },
  brand_name_taken: { status: 409, sentence: BRAND_TEXTS.nameTaken, field: 'name' },
  brand_has_products: { status: 409, sentence: BRAND_TEXTS.hasProducts },
  brand_is_original: {
    status: 409,
    sentence: 'Tej marki nie można usunąć ani oznaczyć jako zamienników: to perfumy arabskie sklepu.',
  },
} as const satisfies Record<string, Definition>
