-- An attempt is counted before it is made and given back when it succeeds, so a count may go back to nothing.
alter table rate_limits drop constraint rate_limits_hits_check;
alter table rate_limits add constraint rate_limits_hits_check check (hits >= 0);
