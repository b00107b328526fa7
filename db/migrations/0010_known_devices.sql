-- Nobody is recognised by the address of an open session any more: devices are known by a cookie.
drop index sessions_user_address_idx;

-- Sessions of an account, newest first: a sign-in ends those beyond the newest fifty.
create index sessions_user_newest_idx on sessions (user_id, created_at desc, id desc);
drop index sessions_user_id_idx;
