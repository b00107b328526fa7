import { hashOf } from './ksef-answers.ts'

type Receipt = {
  session: string
  nip: string
  ksefNumber: string
  number: string
  day: string
  receivedAt: Date
  hash: string
  isOffline: boolean
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The official receipt of an invoice, version 4-3, without the signature of the ministry. */
export function writeUpo(of: Receipt): string {
  const moment = of.receivedAt.toISOString()
  return `<?xml version="1.0" encoding="UTF-8"?>
<Potwierdzenie xmlns="http://upo.schematy.mf.gov.pl/KSeF/v4-3"><NazwaPodmiotuPrzyjmujacego>Piaskownica, nie Ministerstwo Finansów</NazwaPodmiotuPrzyjmujacego><NumerReferencyjnySesji>${of.session}</NumerReferencyjnySesji><Uwierzytelnienie><IdKontekstu><Nip>${of.nip}</Nip></IdKontekstu><SkrotDokumentuUwierzytelniajacego>${hashOf(of.session)}</SkrotDokumentuUwierzytelniajacego></Uwierzytelnienie><NazwaStrukturyLogicznej>Schemat_FA(3)_v1-0E.xsd</NazwaStrukturyLogicznej><KodFormularza>FA (3)</KodFormularza><Dokument><NipSprzedawcy>${of.nip}</NipSprzedawcy><NumerKSeFDokumentu>${of.ksefNumber}</NumerKSeFDokumentu><NumerFaktury>${escapeText(of.number)}</NumerFaktury><DataWystawieniaFaktury>${of.day}</DataWystawieniaFaktury><DataPrzeslaniaDokumentu>${moment}</DataPrzeslaniaDokumentu><DataNadaniaNumeruKSeF>${moment}</DataNadaniaNumeruKSeF><SkrotDokumentu>${of.hash}</SkrotDokumentu><TrybWysylki>${of.isOffline ? 'Offline' : 'Online'}</TrybWysylki></Dokument></Potwierdzenie>
`
}
