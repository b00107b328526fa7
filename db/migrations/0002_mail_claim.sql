-- While an attempt to send a letter runs it owns the row until this moment, so that two never send at once.
alter table mail_outbox add column claimed_until timestamptz;
