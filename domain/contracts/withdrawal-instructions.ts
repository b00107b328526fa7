import type { ShopProfile } from '#domain/settings/shop-profile.ts'

type Seller = Pick<ShopProfile, 'sellerName' | 'sellerAddress' | 'sellerEmail' | 'sellerPhone' | 'returnAddress'>

/** The model instructions on withdrawal of annex 1 to the act on consumer rights, for goods in one parcel. */
export function instructOnWithdrawal(seller: Seller): { heading: string; paragraphs: string[] }[] {
  const { sellerName, sellerAddress, sellerEmail, sellerPhone, returnAddress } = seller
  return [
    {
      heading: 'Prawo odstąpienia od umowy',
      paragraphs: [
        'Mają Państwo prawo odstąpić od niniejszej umowy w terminie 14 dni bez podania jakiejkolwiek przyczyny.',
        'Termin do odstąpienia od umowy wygasa po upływie 14 dni od dnia, w którym weszli Państwo w posiadanie rzeczy lub w którym osoba trzecia inna niż przewoźnik i wskazana przez Państwa weszła w posiadanie rzeczy.',
        `Aby skorzystać z prawa odstąpienia od umowy, muszą Państwo poinformować nas (${sellerName}, ${sellerAddress}, tel. ${sellerPhone}, e-mail ${sellerEmail}) o swojej decyzji o odstąpieniu od niniejszej umowy w drodze jednoznacznego oświadczenia (na przykład pismo wysłane pocztą lub pocztą elektroniczną).`,
        'Mogą Państwo skorzystać z wzoru formularza odstąpienia od umowy, jednak nie jest to obowiązkowe.',
        'Aby zachować termin do odstąpienia od umowy, wystarczy, aby wysłali Państwo informację dotyczącą wykonania przysługującego Państwu prawa odstąpienia od umowy przed upływem terminu do odstąpienia od umowy.',
      ],
    },
    {
      heading: 'Skutki odstąpienia od umowy',
      paragraphs: [
        'W przypadku odstąpienia od niniejszej umowy zwracamy Państwu wszystkie otrzymane od Państwa płatności, w tym koszty dostarczenia rzeczy (z wyjątkiem dodatkowych kosztów wynikających z wybranego przez Państwa sposobu dostarczenia innego niż najtańszy zwykły sposób dostarczenia oferowany przez nas), niezwłocznie, a w każdym przypadku nie później niż 14 dni od dnia, w którym zostaliśmy poinformowani o Państwa decyzji o wykonaniu prawa odstąpienia od niniejszej umowy. Zwrotu płatności dokonamy przy użyciu takich samych sposobów płatności, jakie zostały przez Państwa użyte w pierwotnej transakcji, chyba że wyraźnie zgodziliście się Państwo na inne rozwiązanie; w każdym przypadku nie poniosą Państwo żadnych opłat w związku z tym zwrotem.',
        'Możemy wstrzymać się ze zwrotem płatności do czasu otrzymania rzeczy lub do czasu dostarczenia nam dowodu jej odesłania, w zależności od tego, które zdarzenie nastąpi wcześniej.',
        `Proszę odesłać rzecz na adres: ${returnAddress}, niezwłocznie, a w każdym razie nie później niż 14 dni od dnia, w którym poinformowali nas Państwo o odstąpieniu od niniejszej umowy. Termin jest zachowany, jeżeli odeślą Państwo rzecz przed upływem terminu 14 dni.`,
        'Będą Państwo musieli ponieść bezpośrednie koszty zwrotu rzeczy.',
        'Odpowiadają Państwo tylko za zmniejszenie wartości rzeczy wynikające z korzystania z niej w sposób inny niż było to konieczne do stwierdzenia charakteru, cech i funkcjonowania rzeczy.',
      ],
    },
  ]
}
