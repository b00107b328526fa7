-- A sample that the seller fills is a cosmetic of its own: label, file, notification. Of tables that orders write, this file locks none.
alter table label_settings add column sample_labels_on date;
comment on column label_settings.sample_labels_on is 'When the owner checked label and notification (CPNP) of the samples; null: never.';
