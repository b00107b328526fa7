-- What the law wants said of a product (regulations 2023/988 and 1223/2009), and what the shop keeps as proof of it.
create table producers (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 2 and 120),
  address text not null check (char_length(address) between 5 and 200),
  contact text not null check (char_length(contact) between 4 and 200),
  is_in_eu boolean not null,
  responsible_name text check (char_length(responsible_name) between 2 and 120),
  responsible_address text check (char_length(responsible_address) between 5 and 200),
  responsible_contact text check (char_length(responsible_contact) between 4 and 200),
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint whole_responsible_person check (
    (responsible_name is null) = (responsible_address is null)
    and (responsible_name is null) = (responsible_contact is null)
  ),
  constraint responsible_person_in_the_eu check (is_in_eu or responsible_name is not null)
);
comment on table producers is 'Who answers for products: the producer and, for one outside the EU, the responsible person there.';
comment on column producers.contact is 'An e-mail address or the address of a web page.';
comment on column producers.is_demo is 'Invented; deleted with the demo catalogue.';
create trigger producers_touch before update on producers for each row execute function touch_updated_at();
create trigger producers_notify after insert or update or delete on producers
  for each statement execute function notify_catalog_changed();

alter table brands add column producer_id uuid references producers on delete set null;
comment on column brands.producer_id is 'The producer of the products that name none of their own.';
create index brands_producer_idx on brands (producer_id);

alter table products
  add column producer_id uuid references producers on delete set null,
  add column product_code text check (char_length(product_code) between 1 and 40),
  add column warnings text not null default '' check (char_length(warnings) <= 1000),
  add column ingredients text not null default '' check (char_length(ingredients) <= 4000),
  add column opened_months integer check (opened_months between 1 and 120),
  add column has_old_label boolean not null default false,
  add column trademarks_accepted text[] not null default '{}';
comment on column products.producer_id is 'Null: the producer of its brand.';
comment on column products.product_code is 'EAN, or a code of the shop.';
comment on column products.ingredients is 'INCI names, as on the package.';
comment on column products.opened_months is 'Period after opening.';
comment on column products.has_old_label is 'Labelled by the rules before regulation 2023/1545; such pieces may be sold until 2028-07-31.';
comment on column products.trademarks_accepted is 'Trademarks that the admin kept in its texts after a warning.';
create index products_producer_idx on products (producer_id);

create table label_settings (
  id smallint primary key default 1 check (id = 1),
  carrier_consent_on date,
  carrier_consent_note text check (char_length(carrier_consent_note) between 1 and 500),
  accessibility_reviewed_on date,
  trademarks text[] not null check (cardinality(trademarks) <= 500),
  updated_at timestamptz not null default now()
);
comment on table label_settings is 'One row: the consent of the carrier to flammable goods, the review of accessibility, and trademarks to warn of.';
create trigger label_settings_touch before update on label_settings for each row execute function touch_updated_at();
create trigger label_settings_notify after update on label_settings
  for each statement execute function notify_catalog_changed();
insert into label_settings (trademarks) values ('{
  Acqua di Gio,Acqua di Parma,Amouage,Armani,Aventus,Azzaro,Baccarat Rouge,Black Opium,Bois Imperial,Bottega Veneta,
  Burberry,Bvlgari,Byredo,Calvin Klein,Carolina Herrera,Cartier,Chanel,Chloé,Chopard,Clive Christian,Coco Mademoiselle,
  Creed,Davidoff,Dior,Diptyque,Dolce & Gabbana,Dsquared2,Elizabeth Arden,Escada,Estée Lauder,Flowerbomb,Frederic Malle,
  Giorgio Armani,Givenchy,Good Girl,Gucci,Guerlain,Hermès,Hugo Boss,Hypnotic Poison,Issey Miyake,Jean Paul Gaultier,
  Jimmy Choo,Jo Malone,Kenzo,Kilian,La Vie Est Belle,Lacoste,Lady Million,Lancôme,Le Labo,Le Male,Loewe,
  Maison Francis Kurkdjian,Maison Margiela,Mancera,Marc Jacobs,Memo Paris,Michael Kors,Molecule 01,Montale,Montblanc,
  Moschino,Mugler,Narciso Rodriguez,Nasomatto,Nina Ricci,Paco Rabanne,Parfums de Marly,Penhaligon’s,Prada,Rabanne,
  Ralph Lauren,Replica,Roja Parfums,Salvatore Ferragamo,Sauvage,Sospiro,Tiziana Terenzi,Tom Ford,Trussardi,Valentino,
  Versace,Viktor & Rolf,Xerjoff,Yves Saint Laurent,YSL,Zadig & Voltaire
}'::text[]);

create table label_files (
  kind text primary key check (kind in ('guarantee-notice', 'carrier-consent')),
  key text not null check (key ~ '^[0-9a-f]{32}$'),
  name text not null check (char_length(name) between 1 and 200),
  type text not null check (type in ('image/png', 'image/jpeg', 'application/pdf')),
  width integer check (width > 0),
  height integer check (height > 0),
  content bytea not null check (octet_length(content) between 1 and 5242880),
  uploaded_at timestamptz not null default now(),
  constraint notice_is_a_picture check (kind <> 'guarantee-notice' or (width is not null and height is not null))
);
comment on table label_files is 'Files kept byte for byte: the official notice of the legal guarantee, and the written consent of the carrier.';
comment on column label_files.key is 'Hash of the content, in the address of a public file.';
create trigger label_files_notify after insert or update or delete on label_files
  for each statement execute function notify_catalog_changed();
