-- Terms and privacy policy tell of features that are on, so every process reads them again when one of them changes.
create trigger codes_features_notify after insert or delete on codes for each statement
  execute function notify_catalog_changed('shop-profile');
create trigger gift_rule_features_notify after update on gift_rule for each row
  when ((old.sample_codes_since is null) is distinct from (new.sample_codes_since is null))
  execute function notify_catalog_changed('shop-profile');
create trigger ksef_certificates_features_notify after insert or delete on ksef_certificates for each statement
  execute function notify_catalog_changed('shop-profile');
create trigger ksef_state_features_notify after insert or update of with_persons on ksef_state for each statement
  execute function notify_catalog_changed('shop-profile');
create trigger packers_added_notify after insert on users for each row
  when (new.role = 'packer') execute function notify_catalog_changed('shop-profile');
create trigger packers_removed_notify after delete on users for each row
  when (old.role = 'packer') execute function notify_catalog_changed('shop-profile');
