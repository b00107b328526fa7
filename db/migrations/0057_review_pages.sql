-- Pages of moderation are walked, and reviews that are not public counted, in an index of their own state alone: a review
-- stands in two of these, as it stood in the two before. Public ones are counted by product_ratings.
drop index reviews_moderation_idx, reviews_moderation_stars_idx;
create index reviews_pending_idx on reviews (created_at desc, id) where not approved and rejected_at is null;
create index reviews_pending_stars_idx on reviews (rating desc, created_at desc, id)
  where not approved and rejected_at is null;
create index reviews_published_idx on reviews (created_at desc, id) where approved;
create index reviews_published_stars_idx on reviews (rating desc, created_at desc, id) where approved;
create index reviews_rejected_idx on reviews (created_at desc, id) where not approved and rejected_at is not null;
create index reviews_rejected_stars_idx on reviews (rating desc, created_at desc, id)
  where not approved and rejected_at is not null;
