-- The owner may answer a review. An answer is part of its review: hidden with it and deleted with it.
alter table reviews
  add column answer text check (length(answer) between 1 and 2000),
  add column answered_at timestamptz,
  add constraint reviews_answered check (answer is null or answered_at is not null);
comment on column reviews.answer is 'The owner''s answer, shown under the approved review.';
comment on column reviews.answered_at is 'When the answer was published. It stays when the answer is removed: its author was told then, and only once.';

-- The mail about an answer that is gone before it was sent could not be written any more.
create function drop_answer_mail() returns trigger language plpgsql as $$
begin
  delete from mail_outbox where key = 'review-answered:' || old.id and sent_at is null;
  if tg_op = 'DELETE' then return old; end if;
  if found then new.answered_at := null; end if;
  return new;
end $$;
create trigger reviews_answer_deleted before delete on reviews
  for each row when (old.answer is not null) execute function drop_answer_mail();
create trigger reviews_answer_removed before update on reviews
  for each row when (old.answer is not null and new.answer is null) execute function drop_answer_mail();
