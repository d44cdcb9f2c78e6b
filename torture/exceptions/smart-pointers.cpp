// Owners and exceptions: constructors and deleters, aliases, cycles, weak references, owners made from `this`.
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

static std::string trace;
static int failing;

struct Resource : std::enable_shared_from_this<Resource> {
  char name;
  std::shared_ptr<Resource> next;
  std::weak_ptr<Resource> previous;
  explicit Resource(char name) : name(name) {
    if (failing == name) throw std::runtime_error(std::string("no ") + name);
    trace += name;
  }
  virtual ~Resource() { trace += static_cast<char>(name + 32); }
  std::shared_ptr<Resource> self() { return shared_from_this(); }
};
struct Special : Resource {
  std::unique_ptr<Resource> part;
  explicit Special(char name) : Resource(name), part(std::make_unique<Resource>(static_cast<char>(name + 1))) {
    if (failing == name + 32) throw std::logic_error("late");
  }
};

struct Deleter {
  char tag;
  void operator()(Resource *resource) const {
    trace += '<';
    trace += tag;
    delete resource;
    trace += '>';
  }
};

static void owners() {
  std::unique_ptr<Resource, Deleter> first(new Resource('A'), Deleter{'1'});
  std::shared_ptr<Resource> second(new Special('C'), Deleter{'2'});
  std::shared_ptr<Resource> third = std::move(first);
  std::vector<std::shared_ptr<Resource>> all{second, third, std::make_shared<Special>('E')};
  auto cast = std::dynamic_pointer_cast<Special>(all[2]);
  trace += cast ? '+' : '-';
  trace += std::dynamic_pointer_cast<Special>(third) ? '+' : '-';
  std::shared_ptr<Resource> alias(cast, cast->part.get());
  cast.reset();
  all.clear();
  trace += alias->name;
  trace += static_cast<char>('0' + alias.use_count());
  failing == '!' ? throw 1 : 0;
}

static void chains() {
  auto head = std::make_shared<Resource>('K');
  auto tail = head;
  for (char name = 'L'; name < 'P'; name++) {
    tail->next = std::make_shared<Resource>(name);
    tail->next->previous = tail;
    tail = tail->next;
  }
  for (auto at = tail; at; at = at->previous.lock()) trace += at->name;
  std::weak_ptr<Resource> last = tail;
  tail = head->next;
  head->next.reset();
  trace += last.expired() ? '!' : '?';
  if (failing == '?') std::shared_ptr<Resource> wrong(tail->previous);
  head.reset();
  if (failing == '?') std::shared_ptr<Resource> wrong(tail->previous);
}

static void from_this() {
  auto owned = std::make_shared<Resource>('R');
  auto again = owned->self();
  trace += static_cast<char>('0' + again.use_count());
  Resource loose('S');
  auto none = loose.weak_from_this();
  trace += none.expired() ? '!' : '?';
  loose.self();
}

static void closures() {
  std::map<std::string, std::function<void()>> actions;
  auto shared = std::make_shared<Resource>('U');
  actions["use"] = [shared] { trace += shared->name; };
  actions["fail"] = [weak = std::weak_ptr(shared)] {
    auto locked = weak.lock();
    if (!locked || failing == '#') throw std::bad_weak_ptr();
    trace += static_cast<char>('0' + locked.use_count());
  };
  shared.reset();
  actions["use"]();
  actions["fail"]();
  actions.erase("use");
  actions["fail"]();
}

int main() {
  const std::pair<const char *, void (*)()> works[] = {{"owners", owners}, {"chains", chains}, {"from this", from_this}, {"closures", closures}};
  for (auto [name, work] : works)
    for (char which : std::string(" ACDEFceKMRSU!?#")) {
      failing = which;
      trace.clear();
      const char *end = "";
      try {
        work();
      } catch (const std::bad_weak_ptr &) {
        end = "bad weak";
      } catch (const std::runtime_error &error) {
        end = "runtime";
      } catch (const std::logic_error &error) {
        end = "logic";
      } catch (int) {
        end = "int";
      }
      std::printf("%s %c: %s %s\n", name, which, trace.c_str(), end);
    }
}
